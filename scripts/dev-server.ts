// The server of `npm run dev`: reads the HTML entries of the web apps from Vite instead of the built files, and applies
// migrations again that were edited before their release.
import { basename, dirname } from 'node:path';
import { rebuild } from '../server/src/platform/backup/rebuild.ts';
import { migrations } from '../server/src/platform/db/open-database.ts';
import { entries } from '../server/src/platform/http/pages.ts';

entries.areBuilt = false;
entries.read = async (path) => {
  const app = basename(dirname(dirname(path)));
  const answer = await fetch(`${process.env.POSTERN_DEV_ENTRIES}/${app}/${basename(path)}`);
  if (!answer.ok) {
    throw new Error(await answer.text());
  }
  return answer.text();
};

migrations.prepare = async ({ address, config, progress }) => {
  await rebuild(address, config.dataDir, progress);
};

await import('../server/src/main.ts');
