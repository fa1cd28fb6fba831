/** What an application puts into the web view in which it shows these pages. The name is the one that SDKs use. */
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
