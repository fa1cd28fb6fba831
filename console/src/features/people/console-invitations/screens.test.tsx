import { ConsoleInvitation, consoleInvitationsApi } from '@postern/contracts/people/console-invitations';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api, expectNoProblems, openScreen } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const link = '/administrator-invitation?one_time_token=secret&email=maya%40example.com';
const open = () => openScreen(link, { isSignedOut: true });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

const invitation = sample(ConsoleInvitation, {
  status: 'Pending',
  email: 'maya@example.com',
  tenantName: 'Northwind',
  role: { id: 'reader', name: 'reader' },
  inviterName: 'Ada Lovelace',
  hasAccount: false,
});

test('the first screen of an invitation says who invites to what, before anybody signs in', async () => {
  api.on(consoleInvitationsApi.inspect, invitation);
  await open();
  await expect.element(heading('You are invited to Northwind')).toBeVisible();
  await expect.element(page.getByText(/^Ada Lovelace invites you to the console/)).toBeVisible();
  await expect.element(page.getByText('Read-only')).toBeVisible();
  await expect.element(page.getByText('maya@example.com', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Create account and join' })).toBeVisible();
  expect(api.requestsOf(consoleInvitationsApi.inspect)[0]?.body).toEqual({
    email: 'maya@example.com',
    token: 'secret',
  });
  await expectAccessible();
  await expectToFit();

  api.on(consoleInvitationsApi.inspect, { ...invitation, hasAccount: true });
  await open();
  await expect.element(page.getByRole('button', { name: 'Sign in and join' })).toBeVisible();
  await expect.element(page.getByText('You already have an account. Sign in as maya@example.com.')).toBeVisible();
});

test('an invitation that was used, revoked or is unknown says so', async () => {
  for (const [status, title] of [
    ['Accepted', 'This invitation was already used'],
    ['Revoked', 'This invitation was revoked'],
    ['Expired', 'This invitation has expired'],
  ] as const) {
    api.on(consoleInvitationsApi.inspect, { ...invitation, status });
    await open();
    await expect.element(heading(title)).toBeVisible();
  }
  api.on(consoleInvitationsApi.inspect, refuse('invitation.link_not_found'));
  await open();
  await expect.element(heading('Invitation not found')).toBeVisible();
  await expectAccessible();
});
