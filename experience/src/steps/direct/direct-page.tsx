import { googleOneTapCookie } from '@postern/contracts/wire';
import { Alert } from '../../parts/alert.tsx';
import { useArrival } from '../../parts/use-arrival.ts';
import { Waiting } from '../../parts/waiting.tsx';
import { fill } from '../../platform/languages.ts';
import { nativeBridge } from '../../platform/native-bridge.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { leaveFor, saveWay } from '../../platform/provider-way.ts';
import { type Provider, providerName, shownProviders } from '../../platform/providers.ts';
import { navigate, type Params } from '../../platform/router.ts';
import { type Settings, useSettings } from '../../platform/settings.ts';
import { isSsoOn, leaveForSso } from '../../platform/sso-way.ts';
import { fallbackOf, readCookie } from './read-request.ts';

/** Redirects to the provider that the application named, without showing the first page. */
export function DirectPage({ params: { method, target } }: { params: Params }) {
  const settings = useSettings();
  const { providers: words, common } = usePhrases();
  const provider = method === 'social' ? findProvider(settings, target) : undefined;
  const company = method === 'sso' ? findCompany(settings, target) : undefined;
  const name = provider ? providerName(provider, settings.language) : company?.connectorName;
  const fallBack = () => navigate(fallbackOf(window.location.search), { replace: true });
  async function run() {
    if (company) {
      await leaveForSso(company.id, { event: 'SignIn', isAgreed: false, go: replaceWith });
      return;
    }
    await (provider ? go(provider, settings) : fallBack());
  }
  const alert = useArrival(run, fallBack);

  return (
    <>
      <Waiting title={common.working} sub={name && fill(words.leaving, { name })} />
      <Alert {...alert} />
    </>
  );
}

const findProvider = ({ experience }: Settings, target: string | undefined) =>
  shownProviders(experience.socialConnectors, nativeBridge()).find((one) => one.target === target);

const findCompany = (settings: Settings, id: string | undefined) =>
  isSsoOn(settings) ? settings.experience.ssoConnectors.find((one) => one.id === id) : undefined;

/** Replaced, so that going back does not redirect to the provider again. */
const replaceWith = (address: string) => window.location.replace(address);

async function go(provider: Provider, { experience, cookiePrefix = '' }: Settings): Promise<void> {
  const event = experience.signInMode === 'Register' ? 'Register' : 'SignIn';
  const name = cookiePrefix + googleOneTapCookie;
  const credential = provider.target === 'google' ? readCookie(document.cookie, name) : undefined;
  if (credential) {
    // The application already had Google's credential and passed it on.
    saveWay(provider.id, { event, isAgreed: false, search: window.location.search, answer: { credential } });
    navigate(`/callback/social/${encodeURIComponent(provider.id)}`, { replace: true });
    return;
  }
  await leaveFor(provider, { event, isAgreed: false, go: replaceWith });
}
