/** Injected by a native application into the web view that shows these pages. SDKs use this name. */
export type NativeBridge = {
  platform: 'ios' | 'android';
  getPostMessage: () => (message: { callbackUri: string; redirectTo: string }) => void;
  supportedConnector: { universal: boolean; nativeTargets: readonly string[] };
  callbackLink?: string | undefined;
};

declare global {
  interface Window {
    logtoNativeSdk?: NativeBridge;
  }
}

export const nativeBridge = () => window.logtoNativeSdk;

/** Browsers inside other apps: those of social networks and messengers, and web views of Android. */
const insideApps =
  /\bFB(AN|AV|_IAB)|Instagram|\bLine\/|MicroMessenger|Snapchat|TikTok|musical_ly|BytedanceWebview|LinkedInApp|Pinterest\/|; wv\)/;

/** A browser inside an app, which has no passkeys and which some providers refuse (RFC 8252 §8.12). */
export const isInsideApp = () => !nativeBridge() && insideApps.test(navigator.userAgent);
