import { useState } from 'react';
import { shownProviders } from '../../platform/providers.ts';
import { Card, Rows } from '../parts/card.tsx';
import { Loaded, useLoaded } from '../parts/loaded.tsx';
import { useAccountPhrases } from '../phrases/index.ts';
import { useAccountSettings } from '../settings.ts';
import { useAccount } from '../use-account.tsx';
import { Arrival } from './arrival.tsx';
import { callProviders } from './calls.ts';
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
    </>
  );
}
