import { useEffect, useRef, useState } from 'react';
import { wordsFor } from '../../parts/alert.tsx';
import { Icon } from '../../parts/icons.tsx';
import { CallError } from '../../platform/client.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { providerName, shownProviders } from '../../platform/providers.ts';
import { Card, Rows } from '../parts/card.tsx';
import { Loaded, useLoaded } from '../parts/loaded.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccountSettings } from '../settings.ts';
import { useAccount } from '../use-account.tsx';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callProviders } from './calls.ts';
import { CompanyCard } from './company-card.tsx';
import { finishLink, foreignAnswer, refusedAtProvider } from './link-provider.ts';
import { ProviderRow } from './provider-row.tsx';

const loadWays = () => callProviders('ways');

/** Linked provider accounts, and providers that can be linked. */
export function LinksPage() {
  const { links: words } = useAccountPhrases();
  const { experience } = useAccountSettings();
  const { account } = useAccount();
  const [arrived, setArrived] = useState(() => new URLSearchParams(window.location.search).get('connectorId'));
  const loading = useLoaded(loadWays);
  const providers = shownProviders(experience.socialConnectors);
  const linked = Object.keys(account.identities ?? {});
  const others = linked.filter((target) => providers.every((provider) => provider.target !== target));
  return (
    <>
      {arrived && <Arrival connectorId={arrived} onClose={() => setArrived(null)} />}
      <Loaded loading={loading}>
        {(ways) => (
          <Card title={words.providers} help={words.providersHelp}>
            {providers.length + others.length === 0 && <p className="card-empty">{words.none}</p>}
            <Rows>
              {providers.map((provider) => (
                <ProviderRow key={provider.id} target={provider.target} provider={provider} ways={ways} />
              ))}
              {others.map((target) => (
                <ProviderRow key={target} target={target} ways={ways} />
              ))}
            </Rows>
          </Card>
        )}
      </Loaded>
      <CompanyCard />
    </>
  );
}

type ArrivalProps = { connectorId: string; onClose: () => void };

/** Handles the return from a provider: links the account, or shows why that failed. */
function Arrival({ connectorId, onClose }: ArrivalProps) {
  const { links: words } = useAccountPhrases();
  const { experience, language } = useAccountSettings();
  const { account, changed } = useAccount();
  const { withProof } = useVerifyIdentity();
  const showSuccess = useShowSuccess();
  const [failure, setFailure] = useState<CallError>();
  const isBegun = useRef(false);
  const provider = experience.socialConnectors.find(({ id }) => id === connectorId);
  const name = provider ? providerName(provider, language) : connectorId;

  async function run() {
    // A reload must not submit the same response again.
    window.history.replaceState({ inside: true }, '', window.location.pathname);
    const { proof, link } = await finishLink(connectorId);
    if (await withProof(link, proof)) {
      await changed();
      showSuccess(fill(words.linked, { name }));
    }
    onClose();
  }

  useEffect(() => {
    if (!isBegun.current) {
      isBegun.current = true;
      run().catch((error: unknown) =>
        setFailure(error instanceof CallError ? error : new CallError({ code: 'unexpected', message: '' })),
      );
    }
  });

  if (!failure) {
    return (
      <p className="account-empty" role="status">
        {fill(words.linking, { name })}
      </p>
    );
  }
  const isOther = provider !== undefined && account.identities?.[provider.target] !== undefined;
  return (
    <section className="account-empty" role="alert">
      <Icon name="alert" size={24} />
      <h2>{fill(words.failedTitle, { name })}</h2>
      <Reason failure={failure} name={name} isOther={isOther} />
      <button type="button" className="button small" onClick={onClose}>
        {words.dismiss}
      </button>
    </section>
  );
}

function Reason({ failure, name, isOther }: { failure: CallError; name: string; isOther: boolean }) {
  const { links: words } = useAccountPhrases();
  const phrases = usePhrases();
  const own: Record<string, string> = {
    [refusedAtProvider]: words.refused,
    [foreignAnswer]: words.foreign,
    'session.csrf_token_mismatch': words.foreign,
    'user.identity_already_in_use': isOther ? words.other : words.taken,
  };
  return <p>{fill(own[failure.code] ?? wordsFor(failure, phrases), { name })}</p>;
}
