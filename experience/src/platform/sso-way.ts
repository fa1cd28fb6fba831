import { call, calls, request } from './client.ts';
import { callbackOf, newState, type ProviderWay, saveWay } from './provider-way.ts';
import { navigate } from './router.ts';
import type { Settings } from './settings.ts';
import { readFromTab, saveInTab } from './tab-storage.ts';

/** The connectors of an email address, kept in the tab for the page that lets people choose. */
export type SsoChoice = { email: string; connectorIds: string[] };

const key = 'postern:sso';

export const findChoice = () => readFromTab<SsoChoice>(key);
export const saveChoice = (choice: SsoChoice) => saveInTab(key, choice);

/** Whether people can sign in with an enterprise connector. */
export const isSsoOn = ({ experience }: Settings) =>
  experience.singleSignOnEnabled && experience.ssoConnectors.length > 0;

/** The connectors of the domain of an address. */
export async function findConnectors(email: string): Promise<string[]> {
  const answer = await request(`${calls.ssoConnectors}?email=:email`, { params: { email } });
  // The server validates its responses against the contract.
  return (answer as { connectorIds: string[] }).connectorIds;
}

type Leaving = { event: ProviderWay['event']; isAgreed: boolean; go?: (address: string) => void };

/** Starts a sign-in at the identity provider of a company and redirects there. */
export async function leaveForSso(connectorId: string, { event, isAgreed, go }: Leaving): Promise<void> {
  const state = newState();
  await call('start', { interactionEvent: event });
  const { authorizationUri, verificationId } = await call(
    'ssoAuthorizationUri',
    { state, redirectUri: callbackOf(connectorId) },
    { connectorId },
  );
  saveWay(connectorId, { event, state, verificationId, isAgreed, search: window.location.search, isSso: true });
  (go ?? ((address) => window.location.assign(address)))(authorizationUri);
}

/** With one connector goes there at once, with several lets people choose. */
export async function continueWithSso(choice: SsoChoice, isAgreed: boolean): Promise<void> {
  const [only, second] = choice.connectorIds;
  if (only && !second) {
    await leaveForSso(only, { event: 'SignIn', isAgreed });
    return;
  }
  saveChoice(choice);
  navigate('/single-sign-on/connectors');
}
