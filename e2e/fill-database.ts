/** Run by `fillDatabase` in product.ts: statements for the default tenant of the product that runs on DATA_DIR. */
import { withPlatform } from '../server/src/cli/connect.ts';

const statements: string[] = JSON.parse(process.argv[2] ?? '[]');

await withPlatform(process.env, async ({ tenancy }) => {
  for (const [index, text] of statements.entries()) {
    await tenancy.run('default', { name: `fill_${index}`, text }, []);
  }
});
