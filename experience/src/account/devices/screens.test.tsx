import { accountDataApi } from '@postern/contracts/account/account-data';
import {
  AccountUserExtendedSession,
  mySessionsApi,
  TrustedDevice,
  UserApplicationGrant,
} from '@postern/contracts/people/user-sessions';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { confirmByPassword } from '../../testing/account-page.ts';
import { api, endTest, openPage } from '../../testing/open-page.tsx';

const iPhone = { kind: 'mobile' as const, browser: 'Safari 18', os: 'iOS 18' };
const here = sample(AccountUserExtendedSession, { id: 'here', isCurrent: true });
const phone = (id: string) =>
  sample(AccountUserExtendedSession, { id, device: iPhone, applications: [{ id: 'demo-app', name: 'Demo app' }] });

let sessions: AccountUserExtendedSession[];
let trusted: TrustedDevice[];
let grants: UserApplicationGrant[];

beforeEach(() => {
  [sessions, trusted, grants] = [[here], [], []];
  api.on(mySessionsApi.list, () => ({ sessions }));
  api.on(mySessionsApi.listDevices, () => trusted);
  api.on(accountDataApi.listGrants, () => ({ grants }));
  api.on(mySessionsApi.remove, ({ params, query }) => {
    expect(query).toEqual({ revokeGrantsTarget: 'all' });
    sessions = sessions.filter(({ id }) => id !== params.sessionId);
    return undefined;
  });
  api.on(mySessionsApi.removeOthers, () => {
    [sessions, grants] = [[here], []];
    return undefined;
  });
  api.on(mySessionsApi.removeDevice, () => {
    trusted = [];
    return undefined;
  });
  api.on(accountDataApi.removeGrant, () => {
    grants = [];
    return undefined;
  });
});

afterEach(endTest);

const devices = page.getByRole('region', { name: 'Where you are signed in' });
const count = () => devices.getByRole('listitem').elements().length;
const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

test('one device and no applications', async () => {
  await openPage('/account/devices');
  await expect.poll(count).toBe(1);
  await expect.element(devices.getByText('This device')).toBeVisible();
  await expect.element(page.getByText('No applications have long-term access.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Trusted devices' })).not.toBeInTheDocument();
});

test('devices are signed out one by one and all at once, and access and trust are taken back', async () => {
  sessions = [here, phone('one'), phone('two')];
  trusted = [sample(TrustedDevice, { id: 'trusted', device: iPhone })];
  const demoApp = { id: 'demo-app', name: 'Demo app', canInitiateLogin: true as const };
  const scopes = ['openid', 'profile'];
  grants = [
    sample(UserApplicationGrant, { id: 'grant', application: demoApp, scopes, refreshUntil: 1 }),
    sample(UserApplicationGrant, { id: 'past', application: { id: 'past', name: 'Past app' }, refreshUntil: null }),
  ];
  await openPage('/account/devices');
  await expect.element(devices.getByText('Safari 18 on iOS 18').first()).toBeVisible();
  await expect.element(devices.getByText(/Demo app/).first()).toBeVisible();
  await expect.element(page.getByText('Past app')).not.toBeInTheDocument();
  await expectToFit();

  await expect
    .element(page.getByRole('link', { name: 'Open: Demo app' }))
    .toHaveAttribute('href', '/api/initiate-login/demo-app');
  await page.getByRole('button', { name: 'Remove access: Demo app' }).click();
  await confirm('Remove access');
  await confirmByPassword();
  await expect.element(page.getByText('Access of Demo app removed')).toBeVisible();
  await expect.element(page.getByText('No applications have long-term access.')).toBeVisible();

  // The recent confirmation is still valid.
  await page.getByRole('button', { name: 'Stop trusting: Safari 18 on iOS 18' }).click();
  await confirm('Stop trusting');
  await expect.element(page.getByText('The device is no longer trusted')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Trusted devices' })).not.toBeInTheDocument();

  await page.getByRole('button', { name: 'Sign out: Safari 18 on iOS 18' }).first().click();
  await confirm('Sign out');
  await expect.poll(count).toBe(2);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await confirm('Sign out everywhere else');
  await expect.element(page.getByText('Signed out everywhere else')).toBeVisible();
  await expect.poll(count).toBe(1);
});
