import { call } from './client.ts';
import { nativeBridge } from './native-bridge.ts';
import type { Provider } from './providers.ts';
import { dropFromTab, keepInTab, readFromTab } from './tab-storage.ts';

/** A way to a provider and back, as the tab in which it began remembers it. */
export type ProviderWay = {
  event: 'SignIn' | 'Register';
  /** Ties what comes back to this tab (RFC 6749 §10.12). One Tap brings none. */
  state?: string;
  verificationId?: string;
  /** The terms were agreed to before, where the settings demand a tick. */
  isAgreed: boolean;
  /** The query of the page where it began. */
  search: string;
  /** What the provider sent back. */
  answer?: Record<string, string>;
  /** The answer went to the server already, which takes it once. */
  isSent?: boolean;
  /** Somebody who exists under the same proven address. */
  related?: { type: string; value: string };
};

const keyOf = (connectorId: string) => `postern:way:${connectorId}`;

export const findWay = (connectorId: string) => readFromTab<ProviderWay>(keyOf(connectorId));
export const keepWay = (connectorId: string, way: ProviderWay) => keepInTab(keyOf(connectorId), way);
export const forgetWay = (connectorId: string) => dropFromTab(keyOf(connectorId));

// `crypto.randomUUID` is missing where a server is tried out without TLS.
export const newState = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(36)).join('');

export const callbackOf = (connectorId: string) =>
  `${window.location.origin}/callback/${encodeURIComponent(connectorId)}`;

type Leaving = { event: ProviderWay['event']; isAgreed: boolean; go?: (address: string) => void };

/** Begins a sign-in at a provider and sends the browser there, or lets the application around the page do it. */
export async function leaveFor({ id, platform }: Provider, { event, isAgreed, go }: Leaving): Promise<void> {
  const state = newState();
  await call('start', { interactionEvent: event });
  const { authorizationUri, verificationId } = await call(
    'socialAuthorizationUri',
    { state, redirectUri: callbackOf(id) },
    { connectorId: id },
  );
  keepWay(id, { event, state, verificationId, isAgreed, search: window.location.search });
  const bridge = nativeBridge();
  if (bridge) {
    const redirectTo =
      platform === 'Native' ? authorizationUri : springboardFor(id, state, authorizationUri, bridge.callbackLink);
    bridge.getPostMessage()({ callbackUri: callbackOf(id), redirectTo });
    return;
  }
  (go ?? ((address) => window.location.assign(address)))(authorizationUri);
}

/** The application opens it in a browser of the system, which knows nothing of this web view. */
function springboardFor(connectorId: string, state: string, redirectTo: string, callback = ''): string {
  return `${window.location.origin}/springboard?${new URLSearchParams({ connectorId, state, callback, redirectTo })}`;
}
