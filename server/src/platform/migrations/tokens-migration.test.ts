import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openMigratedDatabase } from '#platform/testing/migrated-database';

const file = new URL('../../../migrations/0078_sealed_tokens.sql', import.meta.url);
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

test('the migration adds digests to stored tokens, and waits a day before it encrypts them', async () => {
  const client = await openMigratedDatabase();
  // Restores the schema of the previous release.
  await client.query(`
    drop function digest_access_token, digest_one_time_token cascade;
    alter table personal_access_tokens drop column value_digest, alter column value type varchar(64);
    alter table one_time_tokens drop column token_digest, alter column token type varchar(256);
    update vault_state set settings_from = now() - interval '9 days', settings_sealed_at = now();
    insert into tenants (id, name) values ('one', 'One');
    insert into users (tenant_id, id) values ('one', 'ada');
    insert into personal_access_tokens (tenant_id, user_id, name, value) values ('one', 'ada', 'pat', 'pat_secret');
    insert into one_time_tokens (tenant_id, id, email, token, expires_at) values ('one', 'x', 'a@b.c', 'once', now())`);
  await client.query('begin');
  await client.query(await readFile(file, 'utf8'));
  await client.query('commit');
  const { rows } = await client.query(`select
    (select value_digest from personal_access_tokens) as pat, (select token_digest from one_time_tokens) as once,
    (select settings_from > now() + interval '23 hours' and settings_sealed_at is null from vault_state) as waits`);
  expect(rows).toEqual([{ pat: digestOf('pat_secret'), once: digestOf('once'), waits: true }]);
});
