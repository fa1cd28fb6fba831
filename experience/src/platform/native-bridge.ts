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
