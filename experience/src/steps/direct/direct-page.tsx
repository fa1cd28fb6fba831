import { googleOneTapCookie } from '@postern/contracts/wire';
import { Alert } from '../../parts/alert.tsx';
import { useArrival } from '../../parts/use-arrival.ts';
import { Waiting } from '../../parts/waiting.tsx';
import { fill } from '../../platform/languages.ts';
import { nativeBridge } from '../../platform/native-bridge.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { keepWay, leaveFor } from '../../platform/provider-way.ts';
import { type Provider, providerName, shownProviders } from '../../platform/providers.ts';
import { navigate, type Params } from '../../platform/router.ts';
import { type Settings, useSettings } from '../../platform/settings.ts';
import { fallbackOf, readCookie } from './read-request.ts';

/** Redirects to the provider that the application named, without showing the first page. */
export function DirectPage({ params: { method, target } }: { params: Params }) {
  const settings = useSettings();
  const { providers: words, common } = usePhrases();
  const provider = method === 'social' ? findProvider(settings, target) : undefined;
  const fallBack = () => navigate(fallbackOf(window.location.search), { replace: true });
  const alert = useArrival(async () => (provider ? go(provider, settings) : fallBack()), fallBack);

  return (
    <>
      <Waiting
        title={common.working}
        sub={provider && fill(words.leaving, { name: providerName(provider, settings.language) })}
      />
      <Alert {...alert} />
    </>
  );
}

const findProvider = ({ experience }: Settings, target: string | undefined) =>
  shownProviders(experience.socialConnectors, nativeBridge()).find((one) => one.target === target);

async function go(provider: Provider, { experience }: Settings): Promise<void> {
  const event = experience.signInMode === 'Register' ? 'Register' : 'SignIn';
  const credential = provider.target === 'google' ? readCookie(document.cookie, googleOneTapCookie) : undefined;
  if (credential) {
    // The application already had Google's credential and passed it on.
    keepWay(provider.id, { event, isAgreed: false, search: window.location.search, answer: { credential } });
    navigate(`/callback/social/${encodeURIComponent(provider.id)}`, { replace: true });
    return;
  }
  // Replaced, so that going back does not redirect to the provider again.
  await leaveFor(provider, { event, isAgreed: false, go: (address) => window.location.replace(address) });
}
