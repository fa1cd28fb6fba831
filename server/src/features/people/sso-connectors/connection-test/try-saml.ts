import type { JsonObject } from '@postern/contracts/fields';
import { SamlSsoConfig } from '@postern/contracts/people/sso-configs';
import type { ConnectorSession } from '#features/messages/connectors';
import {
  consumeResponse,
  type IdentityProvider,
  identityProviderOf,
  inspectResponse,
  MetadataError,
  type SsoAssertion,
  useAssertion,
} from '#features/people/sso-saml';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { serviceProviderOf } from '../describe.ts';
import { keysInUse } from '../keys.ts';
import { fieldsOfAssertion } from '../map-user.ts';
import type { SsoConnectorRow } from '../store.ts';
import { maskXml } from './mask-answer.ts';
import type { FoundProblem } from './problems.ts';
import type { Tried } from './tried.ts';

const noticeMs = 30 * 86_400_000;

function certificateProblem({ expiresAt }: IdentityProvider): FoundProblem[] {
  const details = new Date(expiresAt).toISOString();
  if (expiresAt <= Date.now()) {
    return [{ code: 'certificate_expired', details }];
  }
  return expiresAt - Date.now() < noticeMs ? [{ code: 'certificate_expiring', details }] : [];
}

/** Refusals of `consume.ts` that the content of the response does not explain. */
const reasons: Record<string, FoundProblem['code']> = {
  dtd: 'response_invalid',
  comment: 'response_invalid',
  weak_algorithm: 'weak_algorithm',
  too_large: 'response_invalid',
  not_a_response: 'response_invalid',
  authn_statement_missing: 'response_invalid',
  session_time: 'clock',
};

const reasonOf = ({ options: { data } }: AppError): string =>
  String((typeof data === 'object' && data !== null && Reflect.get(data, 'error')) || '');

const claimsOf = (nameId: string | undefined, attributes: JsonObject): JsonObject => ({
  ...(nameId === undefined ? {} : { nameID: nameId }),
  ...attributes,
});

/** Verifies the response like a sign-in does, and says what is wrong with it. */
export async function trySaml(
  app: App,
  row: SsoConnectorRow,
  response: string | null,
  session: ConnectorSession,
): Promise<Tried> {
  if (!response) {
    return { problems: [{ code: 'response_invalid' }] };
  }
  const config = SamlSsoConfig.parse(row.config);
  const service = serviceProviderOf(app, row.tenantId, row.id);
  const xml = Buffer.from(response, 'base64').toString('utf8');
  const raw = maskXml(xml);
  const { decryption } = await keysInUse(app, row);
  let provider: IdentityProvider;
  try {
    provider = await identityProviderOf(config, row.metadataXml);
  } catch (error) {
    if (error instanceof MetadataError) {
      return { problems: [{ code: 'metadata_unreadable', details: error.sentence }] };
    }
    throw error;
  }
  const certificate = certificateProblem(provider);
  let assertion: SsoAssertion;
  try {
    assertion = await consumeResponse(app, provider, service, response, decryption);
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    const reason = reasonOf(error);
    const known = reasons[reason];
    const { problems, nameId, attributes } = inspectResponse(xml, provider, service);
    const found = known ? [{ code: known, details: reason }] : problems;
    return {
      problems: [...(found.length > 0 ? found : [{ code: 'signature' as const, details: reason }]), ...certificate],
      received: { isVerified: false, claims: claimsOf(nameId, attributes), raw },
      fields: fieldsOfAssertion(config.attributeMapping, { nameId: nameId ?? '', attributes }),
    };
  }
  const isNew = await app.tenancy.write(row.tenantId, (db) => useAssertion(db, row.id, assertion));
  const { nameId, attributes, inResponseTo } = assertion;
  return {
    problems: [
      ...(isNew ? [] : [{ code: 'replayed' as const }]),
      ...(inResponseTo === session.requestId ? [] : [{ code: 'request_mismatch' as const }]),
      ...certificate,
    ],
    received: { isVerified: true, claims: claimsOf(nameId, attributes), raw },
    fields: fieldsOfAssertion(config.attributeMapping, assertion),
  };
}
