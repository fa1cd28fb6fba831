import { type ComponentType, lazy } from 'react';
import type { AccountPage } from './open-pages.ts';
import { type Center, type Field, isShown } from './settings.ts';

const page = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));
const anyOf =
  (...fields: Field[]) =>
  (center: Center) =>
    fields.some((field) => isShown(center, field));

/** One line per page; each is a separate chunk, loaded when it is opened. */
export const pages: readonly AccountPage[] = [
  {
    name: 'overview',
    path: '/account',
    icon: 'home',
    Page: page(async () => (await import('./overview/overview-page.tsx')).OverviewPage),
    isOpen: () => true,
  },
  {
    name: 'profile',
    path: '/account/profile',
    icon: 'user',
    Page: page(async () => (await import('./profile/profile-page.tsx')).ProfilePage),
    isOpen: anyOf('name', 'avatar', 'profile', 'customData'),
  },
  {
    name: 'signIn',
    path: '/account/sign-in',
    icon: 'key',
    Page: page(async () => (await import('./sign-in/sign-in-page.tsx')).SignInPage),
    isOpen: anyOf('username', 'email', 'phone', 'password'),
  },
  {
    name: 'security',
    path: '/account/security',
    icon: 'shield-lock',
    Page: page(async () => (await import('./security/security-page.tsx')).SecurityPage),
    isOpen: anyOf('mfa', 'passkey'),
  },
  {
    name: 'links',
    path: '/account/linked-accounts',
    icon: 'link',
    Page: page(async () => (await import('./links/links-page.tsx')).LinksPage),
    isOpen: anyOf('social'),
  },
  {
    name: 'devices',
    path: '/account/devices',
    icon: 'devices',
    Page: page(async () => (await import('./devices/devices-page.tsx')).DevicesPage),
    isOpen: anyOf('session'),
  },
  {
    name: 'requests',
    path: '/account/requests',
    icon: 'shield-lock',
    Page: page(async () => (await import('./requests/requests-page.tsx')).RequestsPage),
    isOpen: () => true,
    isListed: false,
  },
  {
    name: 'data',
    path: '/account/data',
    icon: 'database',
    Page: page(async () => (await import('./data/data-page.tsx')).DataPage),
    isOpen: () => true,
  },
];
