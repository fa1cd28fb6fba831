import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDirectory } from '../server/src/features/people/directory-sync/testing.ts';
import { type ListeningApp, listeningApp } from '../server/src/testing/flows.ts';
import { runPython } from './python.ts';

const packages = ['scim2-tester==0.5.2', 'scim2-client==0.13.2', 'scim2-models==0.12.3', 'httpx2==2.16.0'];

let app: ListeningApp;
beforeAll(async () => {
  app = await listeningApp({ DIRECTORY_SYNC_REQUESTS_PER_SECOND: '1000' });
});
afterAll(() => app?.close());

test('scim2-tester finds no fault in discovery, users, groups and PATCH', async () => {
  const directory = await testDirectory(app, await app.managementToken(), ['acme.example']);
  const address = `${app.endpoint}/scim/v2/${directory.id}`;
  const { passed, failed } = JSON.parse(await runPython('scim_tester.py', packages, [address, directory.token]));
  expect(failed).toEqual([]);
  expect(passed).toBeGreaterThan(100);
});
