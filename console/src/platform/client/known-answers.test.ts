import { usersApi } from '@postern/contracts/people/users';
import { totalNumberHeader } from '@postern/contracts/wire';
import { afterEach, expect, test, vi } from 'vitest';
import { request } from './request.ts';

afterEach(() => vi.unstubAllGlobals());

type Sent = { url: string; etag: string | null };

/** A server with one list. `state` may be changed between the calls. */
function serve(state: { etag: string; items: unknown[]; total: number }): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const etag = new Headers(init.headers).get('if-none-match');
    sent.push({ url, etag });
    const headers = { etag: state.etag, [totalNumberHeader]: String(state.total) };
    return etag === state.etag
      ? new Response(null, { status: 304, headers })
      : new Response(JSON.stringify(state.items), { status: 200, headers });
  });
  return sent;
}

const list = (base: string, page = '1') =>
  request(usersApi.list, { query: { page, page_size: '20' } } as never, { base, token: 'any' });

test('a read that is repeated sends its ETag; without a change its data is reused, with the new total', async () => {
  const state = { etag: '"one"', items: [{ id: 'ada' }], total: 1 };
  const sent = serve(state);
  const first = await list('https://a.example');
  Object.assign(state, { total: 21 });
  const second = await list('https://a.example');
  expect(second.data).toBe(first.data);
  expect(second.total).toBe(21);
  Object.assign(state, { etag: '"two"', items: [{ id: 'grace' }] });
  expect((await list('https://a.example')).data).toEqual([{ id: 'grace' }]);
  expect(sent.map(({ etag }) => etag)).toEqual([null, '"one"', '"one"']);
});

test('another page, another tenant and writes send no ETag of it', async () => {
  const sent = serve({ etag: '"x"', items: [], total: 0 });
  await list('https://b.example');
  await list('https://b.example', '2');
  await list('https://c.example');
  await request(usersApi.create, { body: {} } as never, { base: 'https://b.example', token: 'any' });
  expect(sent.map(({ etag }) => etag)).toEqual([null, null, null, null]);
});

test('only the last hundred answers are kept', async () => {
  const sent = serve({ etag: '"x"', items: [], total: 0 });
  await list('https://d.example');
  for (let page = 2; page <= 101; page += 1) {
    await list('https://d.example', String(page));
  }
  await list('https://d.example');
  await list('https://d.example', '101');
  expect([sent.at(-2)?.etag, sent.at(-1)?.etag]).toEqual([null, '"x"']);
});
