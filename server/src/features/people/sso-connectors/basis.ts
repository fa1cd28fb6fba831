import { SamlSsoConfig, ssoProviderTypes } from '@postern/contracts/people/sso-configs';
import { type Basis, basisOf, hasBasis, settingsPart } from '#features/messages/connectors';
import { identityProviderOf } from '#features/people/sso-saml';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import type { SsoConnectorRow } from './store.ts';

type Parts = { settings: string[]; certificates: string[] };

/**
 * What an answer of the identity provider relies on. For SAML, each certificate is a part, because providers publish the
 * next one beside the present one: only taking one away ends what may have been signed with it.
 */
async function readParts({ providerName, config, metadataXml }: SsoConnectorRow): Promise<Parts> {
  if (ssoProviderTypes[providerName] === 'oidc') {
    return { settings: [settingsPart(providerName, config)], certificates: [] };
  }
  const saml = SamlSsoConfig.parse(config);
  const { entityId, certificates } = await identityProviderOf(saml, metadataXml);
  return { settings: [settingsPart('attributes', saml.attributeMapping ?? {}), `issuer ${entityId}`], certificates };
}

/** Keyed by row, because rows are read again after every change. */
const known = new WeakMap<SsoConnectorRow, Promise<Parts>>();

function partsOf(row: SsoConnectorRow): Promise<Parts> {
  const parts = known.get(row) ?? readParts(row);
  known.set(row, parts);
  return parts;
}

/** Of an answer. */
export async function basisOfSso(app: App, row: SsoConnectorRow): Promise<Basis> {
  const { settings, certificates } = await partsOf(row);
  return basisOf(app, row.id, [...settings, ...certificates]);
}

/** Of a request: nothing is signed yet, and the certificate may be replaced until the answer. */
export const basisOfSsoRequest = async (app: App, row: SsoConnectorRow): Promise<Basis> =>
  basisOf(app, row.id, (await partsOf(row)).settings);

/** Whether the provider is the same, and still has each certificate of the basis. */
export async function hasSsoBasis(app: App, row: SsoConnectorRow, basis: Basis | undefined): Promise<boolean> {
  if (!row.isConfigured) {
    return false;
  }
  const { settings, certificates } = await partsOf(row);
  return hasBasis(app, row.id, [...settings, ...certificates], basis);
}

/** Throws if the provider, or a certificate that it had when the proof was made, was taken away since. */
export async function requireSsoBasis(app: App, row: SsoConnectorRow, basis: Basis | undefined): Promise<void> {
  if (!(await hasSsoBasis(app, row, basis))) {
    throw new AppError('session.verification_session_not_found');
  }
}
