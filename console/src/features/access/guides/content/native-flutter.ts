import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'com.example.app://callback',
  postSignOutUri: 'com.example.app://callback',
  steps: [
    {
      title: 'install',
      text: ['installSdk'],
      samples: [{ language: 'sh', code: 'flutter pub add logto_dart_sdk http' }],
    },
    { title: 'redirects', text: ['nativeScheme', 'redirects'], hasRedirects: true },
    {
      title: 'scheme',
      text: ['flutterAndroid'],
      samples: [
        {
          language: 'xml',
          file: 'android/app/src/main/AndroidManifest.xml',
          code: `<activity
  android:name="com.linusu.flutter_web_auth_2.CallbackActivity"
  android:exported="true">
  <intent-filter android:label="flutter_web_auth_2">
    <action android:name="android.intent.action.VIEW" />
    <category android:name="android.intent.category.DEFAULT" />
    <category android:name="android.intent.category.BROWSABLE" />
    <data android:scheme="{{redirectScheme}}" />
  </intent-filter>
</activity>`,
        },
      ],
    },
    {
      title: 'configure',
      text: ['oneClient'],
      samples: [
        {
          language: 'dart',
          file: 'lib/auth.dart',
          code: `import 'package:http/http.dart' as http;
import 'package:logto_dart_sdk/logto_dart_sdk.dart';

final auth = LogtoClient(
  config: const LogtoConfig(
    endpoint: '{{endpoint}}',
    appId: '{{appId}}',
  ),
  httpClient: http.Client(),
);`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['nativeBrowser'],
      samples: [
        {
          language: 'dart',
          file: 'lib/home.dart',
          code: `import 'package:flutter/material.dart';
import 'auth.dart';

class Home extends StatefulWidget {
  const Home({super.key});

  @override
  State<Home> createState() => _HomeState();
}

class _HomeState extends State<Home> {
  bool isSignedIn = false;

  @override
  void initState() {
    super.initState();
    refresh();
  }

  Future<void> refresh() async {
    final signedIn = await auth.isAuthenticated;
    setState(() => isSignedIn = signedIn);
  }

  Future<void> toggle() async {
    if (isSignedIn) {
      await auth.signOut('{{postSignOutUri}}');
    } else {
      await auth.signIn('{{redirectUri}}');
    }
    await refresh();
  }

  @override
  Widget build(BuildContext context) {
    return TextButton(onPressed: toggle, child: Text(isSignedIn ? 'Sign out' : 'Sign in'));
  }
}`,
        },
      ],
    },
    {
      title: 'user',
      text: ['userInfo'],
      samples: [
        {
          language: 'dart',
          code: `final user = await auth.getUserInfo();
debugPrint('Hello, ' + (user.name ?? user.sub));`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiResource'],
      samples: [
        {
          language: 'dart',
          code: `// With resources: ['https://api.example.com'] in the configuration.
final token = await auth.getAccessToken(resource: 'https://api.example.com');
final orders = await http.get(
  Uri.parse('https://api.example.com/orders'),
  headers: {'authorization': 'Bearer ' + (token?.token ?? '')},
);`,
        },
      ],
    },
  ],
};
