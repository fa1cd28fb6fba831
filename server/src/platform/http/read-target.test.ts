import { expect, test } from 'vitest';
import { readTarget } from './read-target.ts';

test.each([
  ['/path?x=http://a', '/path?x=http://a', 'own'],
  ['http://a.example', '/', 'a.example'],
  ['https://a.example:1?x=1', '/?x=1', 'a.example:1'],
  ['HTTP://[::1]:2//b', '//b', '[::1]:2'],
  ['http://user@a.example/', 'http://user@a.example/', 'own'],
  ['http:///path', 'http:///path', 'own'],
  ['*', '*', 'own'],
])('%s', (url, path, host) => {
  const request = { url, headers: { host: 'own' } };
  readTarget(request);
  expect([request.url, request.headers.host]).toEqual([path, host]);
});
