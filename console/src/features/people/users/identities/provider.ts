import { type Connector, connectorsApi } from '@postern/contracts/messages/connectors';
import { useTranslation } from 'react-i18next';
import { sayIn } from '#features/messages/connectors/shared/say-in.ts';
import { useRead } from '#platform/client/use-read.ts';

/** A provider: its connectors, one per platform, and its display name. */
export type Provider = { connectors: readonly Connector[]; name: string };

/** Providers by target; undefined while loading. A target without connectors is used as name. */
export function useProviders(): ((target: string) => Provider) | undefined {
  const { i18n } = useTranslation();
  const { data, error } = useRead(connectorsApi.list, { query: {} }, { quiet: true, staleTime: 60_000 });
  if (!data && !error) {
    return undefined;
  }
  return (target) => {
    const connectors = data?.filter((connector) => connector.type === 'Social' && connector.target === target) ?? [];
    const [first] = connectors;
    return { connectors, name: first ? sayIn(first.name, i18n.language) : target };
  };
}

const unknown = { logo: '', logoDark: null };

export const logoOf = ({ connectors: [first] }: Provider) => first ?? unknown;
