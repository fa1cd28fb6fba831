import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openMigratedDatabase } from '../../../platform/testing/migrated-database.ts';

const file = new URL('../../../../migrations/0025_passkey_owners.sql', import.meta.url);

const passkey = (id: string, credentialId: string, day: number) => ({
  id,
  type: 'WebAuthn',
  credentialId,
  createdAt: `2026-01-0${day}T00:00:00.000Z`,
});

test('keeps the first binding of a passkey in the migration and removes the others', async () => {
  const client = await openMigratedDatabase();
  // Restores the state of the previous release.
  await client.query('drop trigger passkeys_given on users; drop trigger passkeys_changed on users');
  await client.query('drop function keep_passkey_owners(); drop table passkey_owners');
  await client.query("insert into tenants (id, name) values ('one', 'One'), ('two', 'Two')");
  const insert = (tenant: string, id: string, factors: object[]) =>
    client.query('insert into users (tenant_id, id, mfa_verifications) values ($1, $2, $3)', [
      tenant,
      id,
      JSON.stringify(factors),
    ]);
  const totp = { id: 't', type: 'Totp', key: 'sealed', createdAt: '2026-01-01T00:00:00.000Z' };
  await insert('one', 'late', [totp, passkey('a', 'shared', 2), passkey('b', 'own', 2)]);
  await insert('one', 'first', [passkey('c', 'shared', 1), passkey('d', 'shared', 3)]);
  await insert('one', 'only', [passkey('e', 'shared', 4)]);
  await insert('one', 'none', []);
  await insert('two', 'other', [passkey('f', 'shared', 5)]);
  await client.query('begin');
  await client.query(await readFile(file, 'utf8'));
  await client.query('commit');
  const { rows } = await client.query<{ id: string; factors: { id: string }[] }>(
    'select id, mfa_verifications as factors from users',
  );
  expect(Object.fromEntries(rows.map(({ id, factors }) => [id, factors.map((one) => one.id)]))).toEqual({
    late: ['t', 'b'],
    first: ['c'],
    only: [],
    none: [],
    other: ['f'],
  });
  const again = insert('one', 'thief', [passkey('g', 'own', 9)]);
  await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'passkey_owners_pkey' });
});
