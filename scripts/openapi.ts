/** `npm run openapi [file]`: prints the full OpenAPI document from the contracts. Needs no database and no server. */
import { readdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { openApiDocuments, printOpenApi } from '../server/src/platform/openapi.ts';

const folder = new URL('../contracts/src/', import.meta.url);
const defaultServer = 'http://localhost:3001';

/** All endpoints of every `…Api` that a contract exports, in the order of wings and files. */
async function collectContracts(): Promise<AnyEndpoint[]> {
  const files = (await readdir(folder, { recursive: true }))
    .filter((name) => /^([\w-]+\/)?[\w-]+\.ts$/.test(name))
    .sort();
  const modules = await Promise.all(
    files.map((name): Promise<Record<string, unknown>> => import(new URL(name, folder).href)),
  );
  const apis = modules.flatMap((exported) => Object.entries(exported).filter(([name]) => name.endsWith('Api')));
  // Exports named …Api are records of endpoints; contracts use the name for nothing else.
  return apis.flatMap(([, api]) => Object.values(api as Record<string, AnyEndpoint>));
}

const title = openApiDocuments.find(({ parts }) => parts === undefined)?.title ?? 'Postern API';
const document = printOpenApi(await collectContracts(), title, process.env.ENDPOINT || defaultServer);
const text = `${JSON.stringify(document, null, 2)}\n`;

const [file] = process.argv.slice(2);
if (file) {
  // npm runs scripts in the project folder; a relative path refers to the caller's current folder.
  await writeFile(resolve(process.env.INIT_CWD ?? '.', file), text);
} else {
  process.stdout.write(text);
}
