import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'com.example.app://callback',
  steps: [
    {
      title: 'install',
      text: ['swiftPackage'],
      settings: [{ label: 'Package URL', value: 'https://github.com/logto-io/swift.git' }],
    },
    { title: 'redirects', text: ['nativeScheme', 'redirects'], hasRedirects: true },
    {
      title: 'configure',
      text: ['oneClient'],
      samples: [
        {
          language: 'swift',
          file: 'Auth.swift',
          code: `import Logto
import LogtoClient

enum Auth {
    static let client: LogtoClient = {
        guard let config = try? LogtoConfig(
            endpoint: "{{endpoint}}",
            appId: "{{appId}}"
        ) else {
            fatalError("The endpoint is not a valid URL.")
        }
        return LogtoClient(useConfig: config)
    }()
}`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['nativeBrowser', 'swiftNoScheme'],
      samples: [
        {
          language: 'swift',
          file: 'ContentView.swift',
          code: `import SwiftUI

struct ContentView: View {
    @State private var isSignedIn = Auth.client.isAuthenticated

    var body: some View {
        Button(isSignedIn ? "Sign out" : "Sign in") {
            Task { @MainActor in
                if isSignedIn {
                    await Auth.client.signOut()
                } else {
                    try? await Auth.client.signInWithBrowser(redirectUri: "{{redirectUri}}")
                }
                isSignedIn = Auth.client.isAuthenticated
            }
        }
    }
}`,
        },
      ],
    },
    {
      title: 'user',
      text: ['userClaims'],
      samples: [
        {
          language: 'swift',
          code: `if let claims = try? Auth.client.getIdTokenClaims() {
    print("Hello, \\(claims.name ?? claims.sub)")
}`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiResource'],
      samples: [
        {
          language: 'swift',
          code: `// With resources: ["https://api.example.com"] in the configuration.
let token = try await Auth.client.getAccessToken(for: "https://api.example.com")
var request = URLRequest(url: URL(string: "https://api.example.com/orders")!)
request.setValue("Bearer \\(token)", forHTTPHeaderField: "Authorization")
let (orders, _) = try await URLSession.shared.data(for: request)`,
        },
      ],
    },
  ],
};
