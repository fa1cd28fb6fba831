import { BrokenGate, DeadEnd } from '../../parts/dead-end.tsx';
import { CallError } from '../../platform/client.ts';
import { fill } from '../../platform/languages.ts';
import { type Phrases, usePhrases } from '../../platform/phrases.ts';
import { providerName } from '../../platform/providers.ts';
import { linkTo } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';

/** A provider response that no flow in this tab expects. */
export const foreign = new CallError({ code: 'way.foreign', message: '' });

/** A failed sign-in at a provider: the reason, and what to do next. */
export function Refused({ failure, name }: { failure: CallError; name: string }) {
  const phrases = usePhrases();
  const { signInMode } = useSettings().experience;
  const isRegistering = signInMode === 'Register';
  return (
    <DeadEnd
      drawing={<BrokenGate />}
      title={fill(phrases.providers.failed, { name })}
      text={<p>{fill(wordsFor(failure, phrases), { name })}</p>}
      action={
        <a className="button primary" {...linkTo(isRegistering ? '/register?' : '/sign-in?')}>
          {isRegistering ? phrases.providers.registerAnother : phrases.providers.another}
        </a>
      }
    />
  );
}

function wordsFor({ code, message }: CallError, { providers, failure }: Phrases): string {
  const known: Record<string, string> = providers.reasons;
  return known[code] ?? (message || failure.unexpected);
}

/** The display name of the provider of a connector. */
export function useProviderName(connectorId: string): string {
  const { experience, language } = useSettings();
  const { providers } = usePhrases();
  const provider = experience.socialConnectors.find(({ id }) => id === connectorId);
  const company = experience.ssoConnectors.find(({ id }) => id === connectorId);
  return provider ? providerName(provider, language) : (company?.connectorName ?? providers.unnamed);
}
