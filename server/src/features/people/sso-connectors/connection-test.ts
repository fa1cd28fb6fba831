import { createHash, randomBytes } from 'node:crypto';
import { ssoProviderTypes } from '@postern/contracts/people/sso-configs';
import {
  type SsoConnectionTest,
  type StartedSsoConnectionTest,
  ssoTestPath,
} from '@postern/contracts/people/sso-connection-tests';
import { MetadataError } from '#features/people/sso-saml';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { basisOfSso, basisOfSsoRequest, hasSsoBasis } from './basis.ts';
import { describeProblem, type FoundProblem, isError } from './connection-test/problems.ts';
import type { Tried } from './connection-test/tried.ts';
import { explainOidc, tryOidc, watchedOidc } from './connection-test/try-oidc.ts';
import { trySaml } from './connection-test/try-saml.ts';
import {
  findTest,
  finishTest,
  insertTest,
  listJoinedOrganizations,
  listTests,
  openTest,
  type StoredTest,
  saveTestResponse,
  saveTestSession,
  type TestResult,
  takeTest,
} from './connection-test.store.ts';
import { getConnector } from './find.ts';
import { domainOf, type FoundFields, idOf, textOf } from './map-user.ts';
import { leaveForProvider } from './open.ts';
import type { SsoConnectorRow } from './store.ts';

/** The state of a test begins with this, so that the callback is not taken for a sign-in. */
const statePrefix = 'test.';

export const isTestState = (state: unknown): state is string =>
  typeof state === 'string' && state.startsWith(statePrefix);

const newSecret = () => randomBytes(32).toString('base64url');
const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Starts a test of a connection. `starter` is an opaque value, such as the session of an administrator: only with the
 * same value can the result be read. The connector needs no domain, and people need not be able to use it yet.
 */
export async function startConnectionTest(
  app: App,
  tenantId: string,
  connectorId: string,
  starter: string,
): Promise<StartedSsoConnectionTest> {
  await getConnector(app, tenantId, connectorId);
  const secret = newSecret();
  const started = await app.tenancy.write(tenantId, (db) =>
    insertTest(db, { connectorId, starterDigest: digest(starter), openDigest: digest(secret) }),
  );
  return { ...started, uri: `${app.endpointOf(tenantId)}${ssoTestPath.replace(':secret', secret)}` };
}

function statusOf({ result, isOpened, expiresAt }: StoredTest): SsoConnectionTest['status'] {
  if (result) {
    return result.problems.some(isError) ? 'failed' : 'passed';
  }
  if (expiresAt <= Date.now()) {
    return 'expired';
  }
  return isOpened ? 'opened' : 'waiting';
}

function show(test: StoredTest, languages: string[]): SsoConnectionTest {
  const { id, connectorId, createdAt, expiresAt, finishedAt, result } = test;
  const status = statusOf(test);
  const problems: FoundProblem[] = result?.problems ?? (status === 'expired' ? [{ code: 'no_response' }] : []);
  return {
    id,
    connectorId,
    status,
    createdAt,
    expiresAt,
    finishedAt,
    problems: problems.map((one) => describeProblem(one, languages)),
    received: result?.received ?? null,
    mapped: result?.mapped ?? null,
    emailDomain: result?.emailDomain ?? null,
    organizations: result?.organizations ?? [],
  };
}

type Reading = { connectorId: string; starter: string; languages: string[] };

/** A test with its result, in the first supported language. Throws 404 unless the starter is the same. */
export async function readConnectionTest(
  app: App,
  tenantId: string,
  id: string,
  { connectorId, starter, languages }: Reading,
): Promise<SsoConnectionTest> {
  const test = await app.tenancy.read(tenantId, (db) =>
    findTest(db, { id, connectorId, starterDigest: digest(starter) }),
  );
  if (!test) {
    throw new AppError('entity.not_exists_with_id', { values: { name: 'sso_connection_tests', id } });
  }
  return show(test, languages);
}

/** Whether a test was made with the present settings of the connector. */
export async function isTestOf(
  app: App,
  db: Db,
  connector: SsoConnectorRow,
  { id, starter }: { id: string; starter: string },
): Promise<boolean> {
  const test = await findTest(db, { id, connectorId: connector.id, starterDigest: digest(starter) });
  return test !== undefined && hasSsoBasis(app, connector, test.result?.basis);
}

/** The last tests of a starter, newest first. */
export async function listConnectionTests(
  app: App,
  tenantId: string,
  { connectorId, starter, languages }: Reading,
): Promise<SsoConnectionTest[]> {
  const tests = await app.tenancy.read(tenantId, (db) => listTests(db, connectorId, digest(starter)));
  return tests.map((test) => show(test, languages));
}

function mappedOf(
  { domains }: SsoConnectorRow,
  found: FoundFields | undefined,
): Pick<TestResult, 'problems' | 'mapped' | 'emailDomain'> {
  const problems: FoundProblem[] = domains.length === 0 ? [{ code: 'no_domains' }] : [];
  if (!found) {
    return { problems, mapped: null, emailDomain: null };
  }
  const id = idOf(found) ?? null;
  const email = textOf(found.email) ?? null;
  const domain = email === null ? '' : domainOf(email);
  const isOwn = domains.includes(domain);
  if (id === null) {
    problems.push({ code: 'id_missing' });
  }
  if (email === null) {
    problems.push({ code: 'email_missing' });
  } else if (!isOwn && domains.length > 0) {
    problems.push({ code: 'domain_mismatch', details: domain });
  }
  if (email !== null && !found.isVerified) {
    problems.push({ code: 'email_unverified' });
  }
  return {
    problems,
    mapped: {
      id,
      email,
      name: textOf(found.name) ?? null,
      avatar: textOf(found.avatar) ?? null,
      isEmailVerified: found.isVerified && isOwn,
    },
    emailDomain: email === null ? null : { domain, isOwn },
  };
}

async function finish(app: App, row: SsoConnectorRow, id: string, { problems: found, received, fields }: Tried) {
  const { problems: more, mapped, emailDomain } = mappedOf(row, fields);
  const problems = [...found, ...more];
  const basis = problems.some(isError) ? undefined : await basisOfSso(app, row);
  await app.tenancy.write(row.tenantId, async (db) => {
    const organizations = mapped ? await listJoinedOrganizations(db, row.id) : [];
    await finishTest(db, id, {
      problems,
      basis,
      received: received ?? null,
      mapped,
      emailDomain,
      organizations,
    });
  });
}

/** Checks that the provider can be asked at all, and returns its address. */
async function leave(app: App, row: SsoConnectorRow, state: string) {
  if (!row.isConfigured) {
    return { problem: { code: 'not_configured' } satisfies FoundProblem };
  }
  const isOidc = ssoProviderTypes[row.providerName] === 'oidc';
  try {
    return await leaveForProvider(app, row, { state }, isOidc ? watchedOidc(app).oidc : undefined);
  } catch (error) {
    if (error instanceof MetadataError) {
      return { problem: { code: 'metadata_unreadable', details: error.sentence } satisfies FoundProblem };
    }
    if (error instanceof AppError) {
      return { problem: explainOidc(error) };
    }
    throw error;
  }
}

/** Where the window of a test goes, with the cookie that binds the answer to its browser. */
type OpenedTest = { uri: string; state: string; cookie: string } | 'finished';

/** Opens the window of a test. Undefined if the address was used before, or is too old. */
export async function openConnectionTest(app: App, tenantId: string, secret: string): Promise<OpenedTest | undefined> {
  const [state, cookie] = [`${statePrefix}${newSecret()}`, newSecret()];
  const test = await app.tenancy.write(tenantId, (db) =>
    openTest(db, digest(secret), { stateDigest: digest(state), cookieDigest: digest(cookie) }),
  );
  if (!test) {
    return undefined;
  }
  const row = await getConnector(app, tenantId, test.connectorId);
  const left = await leave(app, row, state);
  if ('problem' in left) {
    await finish(app, row, test.id, { problems: [left.problem] });
    return 'finished';
  }
  const session = { ...left.session, basis: await basisOfSsoRequest(app, row) };
  await app.tenancy.write(tenantId, (db) => saveTestSession(db, test.id, session));
  return { uri: left.uri, state, cookie };
}

/** Keeps the response of a SAML provider to a test until the browser of the test comes for it. */
export const saveSamlResponse = (
  app: App,
  tenantId: string,
  { connectorId, state, response }: { connectorId: string; state: string; response: string },
): Promise<boolean> =>
  app.tenancy.write(tenantId, (db) => saveTestResponse(db, { connectorId, stateDigest: digest(state) }, response));

type Answer = { connectorId: string; state: string; cookie: string; data: Record<string, unknown> };

/** Evaluates the answer of a provider. Returns false if no test of this browser waits for it. */
export async function receiveConnectionTest(
  app: App,
  tenantId: string,
  { connectorId, state, cookie, data }: Answer,
): Promise<boolean> {
  const test = await app.tenancy.write(tenantId, (db) =>
    takeTest(db, { connectorId, stateDigest: digest(state), cookieDigest: digest(cookie) }),
  );
  if (!test) {
    return false;
  }
  const row = await getConnector(app, tenantId, connectorId);
  const { basis, ...session } = test.session ?? {};
  const evaluate = () =>
    ssoProviderTypes[row.providerName] === 'oidc'
      ? tryOidc(app, row, data, session)
      : trySaml(app, row, test.response, session);
  const isSame = await hasSsoBasis(app, row, basis);
  await finish(app, row, test.id, isSame ? await evaluate() : { problems: [{ code: 'settings_changed' }] });
  return true;
}
