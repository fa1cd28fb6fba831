import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { auditApi } from '@postern/contracts/records/audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flushLogs } from '#features/records/audit';
import { type TestApp, testApp } from '#testing/test-app';
import { warnOfExpiry } from './warn-expiry.ts';

let app: TestApp;
let token: string;
let id: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  id = (await app.call(samlApplicationsApi.create, { token, body: { name: 'Expenses' } })).body.id;
});
afterAll(() => app.close());

async function warningsWhenLeft(days: number): Promise<number> {
  await app.write('default', (db) =>
    sql`update saml_application_secrets set expires_at = now() + ${days} * interval '1 day'`.execute(db),
  );
  await app.app.tenancy.system((db) => warnOfExpiry(db, app.app));
  await flushLogs(app.app);
  const { body } = await app.call(auditApi.list, {
    token,
    query: { logKey: 'SamlApplication.CertificateExpiring', applicationId: id } as never,
  });
  return body.length;
}

test('the audit log warns once before each step until an active certificate expires', async () => {
  const counts: number[] = [];
  for (const days of [100, 59, 58, 29, 6, 6, 0.5, -1, -2]) {
    counts.push(await warningsWhenLeft(days));
  }
  expect(counts).toEqual([0, 1, 1, 2, 3, 3, 4, 5, 5]);
});

test('a certificate that is not active causes no warning', async () => {
  const { body: secret } = await app.call(samlApplicationsApi.createSecret, {
    token,
    params: { id },
    body: { lifeSpanInYears: 1 },
  });
  expect(secret.active).toBe(false);
  expect(await warningsWhenLeft(29)).toBe(5);
});
