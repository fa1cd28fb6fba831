import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openMigratedDatabase } from '#platform/testing/migrated-database';

const file = new URL('../../../migrations/0161_token_exchange.sql', import.meta.url);

test('first-party applications that sign people in keep token exchange, and a choice that was made stays', async () => {
  const client = await openMigratedDatabase();
  await client.query(`insert into tenants (id, name) values ('one', 'One');
    insert into applications (tenant_id, id, name, secret, type, is_third_party, custom_client_metadata,
      oidc_client_metadata)
    select 'one', id, id, 'x', type, id = 'foreign', metadata::jsonb, '{"redirectUris": [], "postLogoutRedirectUris": []}'
    from (values ('web', 'Traditional', '{"idTokenTtl": 60}'), ('spa', 'SPA', '{}'), ('native', 'Native', '{}'),
      ('job', 'MachineToMachine', '{}'), ('site', 'Protected', '{}'), ('foreign', 'Traditional', '{}'),
      ('off', 'SPA', '{"allowTokenExchange": false}')) as given (id, type, metadata)`);
  await client.query('begin');
  await client.query(await readFile(file, 'utf8'));
  await client.query('commit');
  const { rows } = await client.query(
    `select id, custom_client_metadata as metadata from applications where tenant_id = 'one' order by id`,
  );
  expect(Object.fromEntries(rows.map(({ id, metadata }) => [id, metadata]))).toEqual({
    web: { idTokenTtl: 60, allowTokenExchange: true },
    spa: { allowTokenExchange: true },
    native: { allowTokenExchange: true },
    job: {},
    site: {},
    foreign: {},
    off: { allowTokenExchange: false },
  });
});
