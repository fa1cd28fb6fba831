import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { endpointIn } from './engine/endpoint-in.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const post = (path: string) =>
  app.inject(app.core, {
    method: 'POST',
    url: path,
    headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=client_credentials&client_id=unknown&client_secret=wrong',
  });

test('each endpoint has its own route in metrics, and a refused request has the code of its error in the log', async () => {
  await post('/oidc/token');
  await post('/oidc/token/introspection');
  await app.inject(app.core, { method: 'GET', url: '/oidc/auth?client_id=none', headers: { host: 'core.test' } });
  const metrics = await app.app.metrics.print();
  for (const route of ['/oidc/token', '/oidc/token/introspection', '/oidc/auth']) {
    expect(metrics).toContain(`route="${route}"`);
  }
  expect(metrics).not.toContain('route="/oidc/*"');
  await post('/oidc/nonsense');
  expect(await app.app.metrics.print()).toContain('route="/oidc/*"');
  const lines = app.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request refused');
  expect(lines.find(({ route }) => route === '/oidc/token')).toMatchObject({
    reason: 'oidc.invalid_client',
    status: 400,
  });
});

test.each([
  ['/oidc/auth/abc-DEF_1?x=1', '/oidc/auth/:id'],
  ['/oidc/device/abc', '/oidc/device/:id'],
  ['/oidc/token?x', '/oidc/token'],
  ['/oidc/a/b/c', undefined],
])('%s is counted as %s', (url, route) => {
  expect(endpointIn(url)).toBe(route);
});
