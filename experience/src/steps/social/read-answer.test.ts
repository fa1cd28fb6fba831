import { expect, test } from 'vitest';
import type { ProviderWay } from '../../platform/provider-way.ts';
import { endOfWay, readAnswer } from './read-answer.ts';

const way: ProviderWay = { event: 'SignIn', state: 'st', verificationId: 'v', isAgreed: true, search: '?app_id=a' };

test('reads the response from the query and from the fragment', () => {
  expect(readAnswer({ search: '?code=a%20b&state=st', hash: '#id_token=t' })).toEqual({
    code: 'a b',
    state: 'st',
    id_token: 't',
  });
  expect(readAnswer({ search: '', hash: '' })).toEqual({});
});

test('a response with our state ends the flow that started here', () => {
  expect(endOfWay(way, { code: 'c', state: 'st' }, 'SignIn')).toEqual({ ...way, answer: { code: 'c', state: 'st' } });
});

test.each([
  ['another state', way, { code: 'c', state: 'other' }],
  ['no state', way, { code: 'c' }],
  ['no way', undefined, { code: 'c', state: 'st' }],
  ['a way of One Tap', { ...way, state: undefined }, { code: 'c' }],
])('%s is not ours', (_, kept, answer) => {
  expect(endOfWay(kept as ProviderWay | undefined, answer as Record<string, string>, 'SignIn')).toBeUndefined();
});

test('accepts an error response without state', () => {
  expect(endOfWay(way, { error: 'access_denied' }, 'SignIn')).toMatchObject({ answer: { error: 'access_denied' } });
});

test('One Tap starts a new flow, regardless of stored state', () => {
  expect(endOfWay(way, { credential: 'a.b.c', g_csrf_token: 'x' }, 'Register')).toEqual({
    event: 'Register',
    isAgreed: false,
    search: '',
    answer: { credential: 'a.b.c', g_csrf_token: 'x' },
  });
});
