import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocuments } from '../server/src/platform/http/openapi.ts';
import { type ListeningApp, listeningApp } from '../server/src/testing/flows.ts';
import { npmPackages } from './npm-packages.ts';
import { runPython } from './python.ts';

/** The published documents, and clients that were generated from them, against the product. */

let app: ListeningApp;
let token: string;
let folder: string;
beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  folder = await mkdtemp(join(tmpdir(), 'postern-openapi-'));
  for (const { path } of openApiDocuments) {
    const document = await fetch(`${app.endpoint}${path}`);
    await writeFile(fileOf(path), await document.text());
  }
});
afterAll(() => app?.close());

const fileOf = (path: string) => join(folder, path.replaceAll('/', '_'));

type Lint = { totals: { errors: number }; problems: { severity: string; ruleId: string; message: string }[] };

/** The server of a test is on localhost; two pairs of paths of the wire differ in a parameter only. */
const accepted = ['no-server-example.com', 'no-ambiguous-paths', 'operation-2xx-response'];

test.each(openApiDocuments)('Redocly finds no fault in $path', async ({ path }) => {
  const redocly = await npmPackages('redocly', { '@redocly/cli': '2.77.0' });
  const { output } = await redocly.run('@redocly/cli/bin/cli.js', [
    'lint',
    fileOf(path),
    '--extends=recommended',
    '--format=json',
  ]);
  const { totals, problems }: Lint = JSON.parse(output);
  expect(totals.errors).toBe(0);
  expect(problems.filter(({ ruleId }) => !accepted.includes(ruleId))).toEqual([]);
});

const program = `
import createClient from 'openapi-fetch';
import type { paths } from './postern.ts';

const [, , baseUrl = '', token = ''] = process.argv;
const api = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });

const created = await api.POST('/api/users', { body: { username: 'typed', customData: { plan: 'small' } } });
if (!created.data) throw new Error(created.error.message);
const { id, username }: { id: string; username: string | null } = created.data;
const listed = await api.GET('/api/users', { params: { query: { page: 1, page_size: 5 } } });
const found = (listed.data ?? []).some((user) => user.id === id);
const changed = await api.PATCH('/api/users/{userId}', { params: { path: { userId: id } }, body: { name: 'Typed' } });
const missing = await api.GET('/api/users/{userId}', { params: { path: { userId: 'nobody' } } });
const colors = await api.GET('/api/sign-in-exp');
const removed = await api.DELETE('/api/users/{userId}', { params: { path: { userId: id } } });
console.log(JSON.stringify({
  username,
  found,
  name: changed.data?.name,
  missing: missing.error?.code,
  color: colors.data?.color.primaryColor,
  removed: removed.response.status,
}));
`;

test('a client that openapi-typescript generates compiles and manages users', async () => {
  const packages = await npmPackages('openapi-typescript', {
    'openapi-typescript': '7.13.0',
    'openapi-fetch': '0.17.0',
    typescript: '5.9.3',
    '@types/node': '24.19.2',
  });
  const types = join(packages.folder, 'postern.ts');
  const generated = await packages.run('openapi-typescript/bin/cli.js', [fileOf('/api/swagger.json'), '-o', types]);
  expect(generated).toMatchObject({ code: 0 });
  const source = join(packages.folder, 'manage-users.ts');
  await writeFile(source, program);
  const compiled = await packages.run('typescript/bin/tsc', [
    ...['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'],
    ...['--module', 'nodenext', '--target', 'es2023', source],
  ]);
  expect(compiled).toEqual({ code: 0, output: '' });
  const { output } = await packages.run('../manage-users.ts', [app.endpoint, token]);
  expect(JSON.parse(output)).toEqual({
    username: 'typed',
    found: true,
    name: 'Typed',
    missing: 'entity.not_found',
    color: expect.stringMatching(/^#/),
    removed: 204,
  });
});

test('a client that openapi-python-client generates manages users', async () => {
  const packages = ['openapi-python-client==0.29.1'];
  const args = [fileOf('/api/.well-known/management.openapi.json'), join(folder, 'client'), app.endpoint, token];
  const output = await runPython('openapi_client.py', packages, args);
  expect(JSON.parse(output.split('\n').findLast(Boolean) ?? '')).toEqual({
    username: 'generated',
    found: true,
    missing: 404,
    removed: 204,
  });
});
