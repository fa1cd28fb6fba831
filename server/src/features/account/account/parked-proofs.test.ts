import { accountApi } from '@postern/contracts/account/account';
import { mySessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { verificationIdHeader } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOwner, type Owner, openAccountCenter } from '#testing/account';
import { type TestApp, testApp } from '#testing/test-app';

/** Attack 53: an attacker with a stolen token makes a proof, then the owner or an administrator changes the account. */
let app: TestApp;
let manager: string;

beforeAll(async () => {
  app = await testApp();
  manager = await app.managementToken();
  await openAccountCenter(app, manager);
});
afterAll(() => app.close());

const scope = 'openid profile email phone address custom_data identities urn:logto:scope:sessions';
const next = 'quite another phrase of words';
const denied = [401, 'verification_record.permission_denied'];
let count = 0;

async function newPerson(): Promise<Owner & { email: string }> {
  count += 1;
  const email = `parked${count}@example.com`;
  return { ...(await newOwner(app, manager, { primaryEmail: email }, scope)), email };
}

async function takeOver({ token }: Owner, headers: Record<string, string>) {
  const { status, body } = await app.call(accountApi.setPassword, {
    token,
    headers,
    body: { password: 'the phrase of an attacker' },
  });
  return [status, (body as { code?: string } | undefined)?.code];
}

const proofs: [string, (person: Owner & { email: string }) => Promise<Record<string, string>>][] = [
  ['a password', (person) => person.permit()],
  ['a code', async (person) => ({ [verificationIdHeader]: await person.proveAddress('email', person.email) })],
];

describe.each(proofs)('a proof by %s changes nothing any more', (_name, prove) => {
  test('after an administrator has set another password', async () => {
    const person = await newPerson();
    const headers = await prove(person);
    const params = { userId: person.id };
    await app.call(usersApi.setPassword, { token: manager, params, body: { password: next } });
    expect(await takeOver(person, headers)).toEqual(denied);
  });

  test('after the owner has set another password; the proof of the owner still counts', async () => {
    const person = await newPerson();
    const [parked, own] = [await prove(person), await person.permit()];
    const { token } = person;
    const set = await app.call(accountApi.setPassword, { token, headers: own, body: { password: next } });
    expect(set.status).toBe(204);
    expect(await takeOver(person, parked)).toEqual(denied);
    expect((await app.call(accountApi.removeEmail, { token, headers: own })).status).toBe(204);
  });

  test('after a second factor was removed', async () => {
    const person = await newPerson();
    const factor = { id: 'f1', type: 'BackupCode', createdAt: new Date().toISOString(), codes: [] };
    const setFactors = (factors: object[]) =>
      app.write('default', (db) =>
        sql`update users set mfa_verifications = ${JSON.stringify(factors)}::jsonb where id = ${person.id}`.execute(db),
      );
    await setFactors([factor]);
    const headers = await prove(person);
    await setFactors([]);
    expect(await takeOver(person, headers)).toEqual(denied);
  });

  test('after all other sessions were ended', async () => {
    const person = await newPerson();
    const [parked, own] = [await prove(person), await person.permit()];
    expect((await app.call(mySessionsApi.removeOthers, { token: person.token, headers: own })).status).toBeLessThan(
      300,
    );
    expect(await takeOver(person, parked)).toEqual(denied);
    expect(await takeOver(person, own)).toEqual([204, undefined]);
  });
});

test('a code that was sent before a change proves the own address no more', async () => {
  const person = await newPerson();
  const headers = { [verificationIdHeader]: await person.proveAddress('email', person.email) };
  await app.write('default', (db) => sql`select advance_security_epochs(array[${person.id}])`.execute(db));
  expect(await takeOver(person, headers)).toEqual(denied);
});
