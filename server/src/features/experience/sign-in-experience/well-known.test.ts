import { statusKeyHeader, statusTenantHeader } from '@postern/contracts/wire';
import { expect, test } from 'vitest';
import { testApp } from '#testing/test-app';

test('the status names the tenant only to programs with the key of the operator', async () => {
  const key = 'a-key-for-watchers';
  const app = await testApp({ STATUS_API_KEY: key });
  const ask = async (given?: string) => {
    const headers = given === undefined ? {} : { [statusKeyHeader]: given };
    const answer = await app.core.inject({ url: '/api/status', headers });
    return [answer.statusCode, answer.headers[statusTenantHeader]];
  };
  expect(await ask(key)).toEqual([204, 'default']);
  for (const wrong of [undefined, '', `${key}x`, key.slice(1)]) {
    expect(await ask(wrong)).toEqual([204, undefined]);
  }
  await app.close();
  const closed = await testApp();
  const answer = await closed.core.inject({ url: '/api/status', headers: { [statusKeyHeader]: '' } });
  expect([answer.statusCode, answer.headers[statusTenantHeader]]).toEqual([204, undefined]);
  await closed.close();
});
