import type { JsonObject } from '@postern/contracts/fields';
import { type ProviderSession, sealIdToken } from '#features/access/oidc';
import type { SsoAssertion } from '#features/people/sso-saml';
import type { App } from '#platform/app';
import { textOf } from '../map-user.ts';
import type { SsoConnectorRow } from '../store.ts';

/** The columns are not longer. */
const maxLength = 512;

const fits = (text: string | undefined): text is string => text !== undefined && text.length <= maxLength;

/** Whether signing out here also signs out at the provider of the connector. */
export const signsOutOfProvider = ({ config }: { config: JsonObject }) => config.signOutOfProvider === true;

type Described = { providerSession?: ProviderSession };

/** The session at an OpenID Connect provider. The ID token is kept only if it is needed to sign out there. */
export function sessionOfClaims(
  app: App,
  row: SsoConnectorRow,
  claims: Record<string, unknown>,
  token: string | undefined,
): Described {
  const [subject, sid] = [textOf(claims.sub), textOf(claims.sid)];
  if (!fits(subject)) {
    return {};
  }
  const { id: connectorId, tenantId } = row;
  const signsOut = signsOutOfProvider(row);
  const idToken = signsOut ? sealIdToken(app, { tenantId, connectorId, subject }, token) : undefined;
  return {
    providerSession: {
      connectorId,
      subject,
      signsOut,
      ...(fits(sid) ? { sid } : {}),
      ...(idToken ? { idToken } : {}),
    },
  };
}

/** The session at a SAML provider. */
export function sessionOfAssertion(row: SsoConnectorRow, assertion: SsoAssertion): Described {
  const { nameId: subject, nameIdDetails: nameId, sessionIndex: sid } = assertion;
  return fits(subject)
    ? {
        providerSession: {
          connectorId: row.id,
          subject,
          signsOut: signsOutOfProvider(row),
          ...(fits(sid) ? { sid } : {}),
          ...(nameId ? { nameId } : {}),
        },
      }
    : {};
}
