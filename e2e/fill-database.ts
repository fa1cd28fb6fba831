/** Run by `askDatabase` in product.ts: statements for a tenant of the product that runs on DATA_DIR, `*` for all of them. */
import { sql } from 'kysely';
import { withPlatform } from '../server/src/cli/connect.ts';

const [tenantId = '', list = '[]'] = process.argv.slice(2);
const statements: string[] = JSON.parse(list);

await withPlatform(process.env, async ({ tenancy }) => {
  let rows: unknown[] = [];
  for (const [index, text] of statements.entries()) {
    rows =
      tenantId === '*'
        ? (await tenancy.system((db) => sql.raw(text).execute(db))).rows
        : await tenancy.run(tenantId, { name: `fill_${index}`, text }, []);
  }
  process.stdout.write(JSON.stringify(rows));
});
