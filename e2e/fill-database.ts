/** Run by `fillDatabase` in product.ts: statements for the default tenant of the product that runs on DATA_DIR. */
import { sql } from 'kysely';
import { withPlatform } from '../server/src/cli/connect.ts';

const statements: string[] = JSON.parse(process.argv[2] ?? '[]');

await withPlatform(process.env, ({ tenancy }) =>
  tenancy.write('default', async (db) => {
    for (const statement of statements) {
      await sql.raw(statement).execute(db);
    }
  }),
);
