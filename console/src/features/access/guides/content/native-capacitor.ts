import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'com.example.app://callback',
  postSignOutUri: 'com.example.app://signed-out',
  steps: [
    {
      title: 'install',
      text: ['installSdkAndPeers'],
      samples: [
        {
          language: 'sh',
          code: `npm install @logto/capacitor @capacitor/app @capacitor/browser @capacitor/preferences
npx cap sync`,
        },
      ],
    },
    { title: 'redirects', text: ['nativeScheme', 'redirects'], hasRedirects: true },
    {
      title: 'scheme',
      text: ['androidScheme', 'iosScheme'],
      samples: [
        {
          language: 'xml',
          file: 'android/app/src/main/AndroidManifest.xml',
          code: `<intent-filter>
  <action android:name="android.intent.action.VIEW" />
  <category android:name="android.intent.category.DEFAULT" />
  <category android:name="android.intent.category.BROWSABLE" />
  <data android:scheme="{{redirectScheme}}" />
</intent-filter>`,
        },
        {
          language: 'xml',
          file: 'ios/App/App/Info.plist',
          code: `<key>CFBundleURLTypes</key>
<array>
  <dict>
    <key>CFBundleURLSchemes</key>
    <array>
      <string>{{redirectScheme}}</string>
    </array>
  </dict>
</array>`,
        },
      ],
    },
    {
      title: 'configure',
      text: ['oneClient'],
      samples: [
        {
          language: 'ts',
          file: 'src/auth.ts',
          code: `import LogtoClient from '@logto/capacitor';

export const auth = new LogtoClient({
  endpoint: '{{endpoint}}',
  appId: '{{appId}}',
});`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['nativeBrowser'],
      samples: [
        {
          language: 'ts',
          file: 'src/main.ts',
          code: `import { auth } from './auth';

export async function signIn() {
  await auth.signIn('{{redirectUri}}');
}

export async function signOut() {
  await auth.signOut('{{postSignOutUri}}');
}`,
        },
      ],
    },
    {
      title: 'user',
      text: ['userClaims'],
      samples: [
        {
          language: 'ts',
          code: `if (await auth.isAuthenticated()) {
  const { sub, name } = await auth.getIdTokenClaims();
  console.log('Hello, ' + (name ?? sub));
}`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiResource'],
      samples: [
        {
          language: 'ts',
          code: `// With resources: ['https://api.example.com'] in src/auth.ts.
const token = await auth.getAccessToken('https://api.example.com');
const orders = await fetch('https://api.example.com/orders', {
  headers: { authorization: 'Bearer ' + token },
});`,
        },
      ],
    },
  ],
};
