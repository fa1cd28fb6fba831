import { usePhrases } from '../../platform/phrases.ts';
import { providerName } from '../../platform/providers.ts';
import { useSettings } from '../../platform/settings.ts';

/** What people call the provider behind a connector. */
export function useProviderName(connectorId: string): string {
  const { experience, language } = useSettings();
  const { providers } = usePhrases();
  const provider = experience.socialConnectors.find(({ id }) => id === connectorId);
  return provider ? providerName(provider, language) : providers.unnamed;
}
