import { usePhrases } from '../../platform/phrases.ts';
import { providerName } from '../../platform/providers.ts';
import { useSettings } from '../../platform/settings.ts';

/** The display name of the provider of a connector. */
export function useProviderName(connectorId: string): string {
  const { experience, language } = useSettings();
  const { providers } = usePhrases();
  const provider = experience.socialConnectors.find(({ id }) => id === connectorId);
  return provider ? providerName(provider, language) : providers.unnamed;
}
