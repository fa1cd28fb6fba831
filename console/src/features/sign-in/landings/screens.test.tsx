import { applicationsApi } from '@postern/contracts/access/applications';
import { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import { auditApi } from '@postern/contracts/records/audit';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api, expectNoProblems, openScreen } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

test('links that a provider returns to have their pages, and one that welcomes leads to the start', async () => {
  await openScreen('/handle-social', { isOuter: true });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByText('Page not found')).not.toBeInTheDocument();
  for (const list of [applicationsApi.list, auditApi.list, usersApi.list, connectorsApi.list]) {
    api.on(list, []);
  }
  api.on(signInExperienceApi.get, sample(SignInExperience, {}));
  await openScreen('/welcome', { isOuter: true });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible();
  expect(location.pathname).not.toContain('welcome');
});
