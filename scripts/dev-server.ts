// The server of `npm run dev`: reads the HTML entries of the web apps from Vite instead of the built files.
import { basename, dirname } from 'node:path';
import { entries } from '../server/src/platform/http/pages.ts';

entries.read = async (path) => {
  const app = basename(dirname(dirname(path)));
  const answer = await fetch(`${process.env.POSTERN_DEV_ENTRIES}/${app}/${basename(path)}`);
  if (!answer.ok) {
    throw new Error(await answer.text());
  }
  return answer.text();
};

await import('../server/src/main.ts');
