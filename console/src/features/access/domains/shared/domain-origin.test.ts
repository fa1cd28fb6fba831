import { expect, test } from 'vitest';
import { domainOrigin } from './domain-origin.ts';

test('a domain has the scheme and the port of the default endpoint, unless the server has its certificate', () => {
  expect(domainOrigin('http://localhost:3001', 'auth.example.com', false)).toBe('http://auth.example.com:3001');
  expect(domainOrigin('https://id.example.net', 'auth.example.com', false)).toBe('https://auth.example.com');
  expect(domainOrigin('http://localhost:3001', 'auth.example.com', true)).toBe('https://auth.example.com');
});
