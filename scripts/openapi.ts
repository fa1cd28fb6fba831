/** `npm run openapi [file]`: prints the full OpenAPI document from the contracts. Needs no database and no server. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openApiDocuments, printOpenApi } from '../server/src/platform/http/openapi.ts';
import { collectContracts } from './collect-contracts.ts';

const defaultServer = 'http://localhost:3001';

const title = openApiDocuments.find(({ parts }) => parts === undefined)?.title ?? 'Postern API';
const contracts = (await collectContracts()).map(({ contract }) => contract);
const document = printOpenApi(contracts, title, process.env.ENDPOINT || defaultServer);
const text = `${JSON.stringify(document, null, 2)}\n`;

const [file] = process.argv.slice(2);
if (file) {
  // npm runs scripts in the project folder; a relative path refers to the caller's current folder.
  await writeFile(resolve(process.env.INIT_CWD ?? '.', file), text);
} else {
  process.stdout.write(text);
}
