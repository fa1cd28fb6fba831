import { call } from './client.ts';
import { nativeBridge } from './native-bridge.ts';
import { urlOf } from './prefix.ts';
import type { Provider } from './providers.ts';
import { dropFromTab, readFromTab, saveInTab } from './tab-storage.ts';

/** State of a redirect to a provider, stored in the tab. */
export type ProviderWay = {
  event: 'SignIn' | 'Register';
  /** Binds the response to this tab (RFC 6749 §10.12). One Tap has none. */
  state?: string;
  verificationId?: string;
  /** The terms were accepted before, if the settings require a checkbox. */
  isAgreed: boolean;
  /** The query of the page where the flow started. */
  search: string;
  /** The provider's response. */
  answer?: Record<string, string>;
  /** The response was already sent to the server, which accepts it once. */
  isSent?: boolean;
  /** An existing user with the same proven address. */
  related?: { type: string; value: string };
  /** The provider is an enterprise connector. */
  isSso?: true;
};

const keyOf = (connectorId: string) => `postern:way:${connectorId}`;

export const findWay = (connectorId: string) => readFromTab<ProviderWay>(keyOf(connectorId));
export const saveWay = (connectorId: string, way: ProviderWay) => saveInTab(keyOf(connectorId), way);
export const forgetWay = (connectorId: string) => dropFromTab(keyOf(connectorId));

// `crypto.randomUUID` is missing on servers without TLS.
export const newState = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(36)).join('');

export const callbackOf = (connectorId: string) => urlOf(`/callback/${encodeURIComponent(connectorId)}`);

type Leaving = { event: ProviderWay['event']; isAgreed: boolean; go?: (address: string) => void };

/** Starts a sign-in at a provider and redirects there, or lets the native application do it. */
export async function leaveFor({ id, platform }: Provider, { event, isAgreed, go }: Leaving): Promise<void> {
  const state = newState();
  await call('start', { interactionEvent: event });
  const { authorizationUri, verificationId } = await call(
    'socialAuthorizationUri',
    { state, redirectUri: callbackOf(id) },
    { connectorId: id },
  );
  saveWay(id, { event, state, verificationId, isAgreed, search: window.location.search });
  const bridge = nativeBridge();
  if (bridge) {
    const redirectTo =
      platform === 'Native' ? authorizationUri : springboardFor(id, state, authorizationUri, bridge.callbackLink);
    bridge.getPostMessage()({ callbackUri: callbackOf(id), redirectTo });
    return;
  }
  (go ?? ((address) => window.location.assign(address)))(authorizationUri);
}

/** The application opens this URL in the system browser, which does not share state with this web view. */
function springboardFor(connectorId: string, state: string, redirectTo: string, callback = ''): string {
  return urlOf(`/springboard?${new URLSearchParams({ connectorId, state, callback, redirectTo })}`);
}
