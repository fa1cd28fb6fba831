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

test('a page that fits is shown', () => {
  expect(settled('/sign-in')).toBe('/sign-in');
  expect(settled('/sign-in/')).toBe('/sign-in');
});

test('the mode of the tenant decides between signing in and registering', () => {
  expect(settled('/sign-in', 'Register')).toBe('/register');
  expect(settled('/register', 'SignIn')).toBe('/sign-in');
});

test('redirects are followed to their end', () => {
  expect(settled('/sign-in/password', 'Register')).toBe('/register');
});

test('an unknown path and a circle end at the fallback', () => {
  expect(settle(routes, '/nowhere', mode('SignIn'), lost).route).toBe(lost);
  expect(settle(routes, '/round', mode('SignIn'), lost).route).toBe(lost);
});
