import type { Misfit, SourceConnector } from './model.ts';
import { filled, isMasked, item, text } from './read-fields.ts';

/** Names of providers in other products → our connectors. */
const factories: Record<string, string> = {
  google: 'google-universal',
  'google-oauth2': 'google-universal',
  'google.com': 'google-universal',
  oauth_google: 'google-universal',
  github: 'github-universal',
  'github.com': 'github-universal',
  facebook: 'facebook-universal',
  'facebook.com': 'facebook-universal',
  microsoft: 'azuread-universal',
  windowslive: 'azuread-universal',
  'microsoft.com': 'azuread-universal',
  linkedin: 'linkedin-universal',
  'linkedin-openid-connect': 'linkedin-universal',
  gitlab: 'gitlab-universal',
  discord: 'discord-universal',
  line: 'line-universal',
  amazon: 'amazon-universal',
};

export const hiddenClient = 'The source does not show its client ID and secret. Create the connector in the console.';

const azureDefaults = { cloudInstance: 'https://login.microsoftonline.com', tenantId: 'common' };

/** The connector for a provider of another product, or why there is none. */
function socialConnector(
  provider: string,
  name: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
): { connector: SourceConnector } | { misfit: Misfit } {
  const misfit = (reason: string) => ({ misfit: { kind: 'connector', name, reason } });
  const connectorId = Object.hasOwn(factories, provider) ? factories[provider] : undefined;
  if (connectorId === undefined) {
    return misfit(`Set up the provider ${provider} in the console.`);
  }
  if (!clientId || !clientSecret || isMasked(clientSecret)) {
    return misfit(hiddenClient);
  }
  const more = connectorId === 'azuread-universal' ? azureDefaults : {};
  return { connector: { name, body: { connectorId, config: filled({ clientId, clientSecret, ...more }) } } };
}

export function addConnector(
  to: { connectors: SourceConnector[]; misfits: Misfit[] },
  ...given: Parameters<typeof socialConnector>
): void {
  const found = socialConnector(...given);
  if ('connector' in found) {
    to.connectors.push(found.connector);
  } else {
    to.misfits.push(found.misfit);
  }
}

/** Shows imported social connectors on the sign-in pages; the plan drops targets that do not exist. */
export const targetsOf = (connectors: readonly SourceConnector[]) => [
  ...new Set(
    connectors.map(({ body }) => text(item(body.metadata).target) ?? body.connectorId.replace(/-universal$/, '')),
  ),
];
