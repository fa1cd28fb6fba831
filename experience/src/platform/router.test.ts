import { expect, test } from 'vitest';
import { type Route, settle } from './router.ts';
import type { Settings } from './settings.ts';

const Page = () => null;
const lost: Route = { path: '*', Page };
const mode = (signInMode: string) => ({ experience: { signInMode } }) as unknown as Settings;
const routes: Route[] = [
  {
    path: '/sign-in',
    Page,
    instead: ({ experience }) => (experience.signInMode === 'Register' ? '/register' : undefined),
  },
  {
    path: '/register',
    Page,
    instead: ({ experience }) => (experience.signInMode === 'SignIn' ? '/sign-in' : undefined),
  },
  { path: '/sign-in/password', Page, instead: () => '/sign-in' },
  { path: '/round', Page, instead: () => '/about' },
  { path: '/about', Page, instead: () => '/round' },
];
const settled = (path: string, signInMode = 'SignInAndRegister') => settle(routes, path, mode(signInMode), lost).path;

test('shows the page of a matching path', () => {
  expect(settled('/sign-in')).toBe('/sign-in');
  expect(settled('/sign-in/')).toBe('/sign-in');
});

test('the sign-in mode of the tenant decides between signing in and registering', () => {
  expect(settled('/sign-in', 'Register')).toBe('/register');
  expect(settled('/register', 'SignIn')).toBe('/sign-in');
});

test('follows redirects to the end', () => {
  expect(settled('/sign-in/password', 'Register')).toBe('/register');
});

test('unknown paths and redirect loops end at the fallback', () => {
  expect(settle(routes, '/nowhere', mode('SignIn'), lost).route).toBe(lost);
  expect(settle(routes, '/round', mode('SignIn'), lost).route).toBe(lost);
});

test('passes path parameters to the page', () => {
  const named: Route[] = [
    { path: '/callback/:id', Page },
    { path: '/callback/social/:id', Page },
  ];
  const found = (path: string) => settle(named, path, mode('SignIn'), lost);
  expect(found('/callback/a%2Fb')).toMatchObject({ route: named[0], params: { id: 'a/b' } });
  expect(found('/callback/social/%E0%A4%A')).toMatchObject({ route: named[1], params: { id: '%E0%A4%A' } });
  expect(found('/callback/').route).toBe(lost);
  expect(found('/callback/social/a/b').route).toBe(lost);
});
