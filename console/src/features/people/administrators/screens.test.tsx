import {
  administratorInvitationsApi,
  administratorRequirementsApi,
  administratorsApi,
} from '@postern/contracts/people/administrators';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api, expectNoProblems, openScreen } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const path = '/tenant-settings/administrators';
const requirement = page.getByRole('switch', { name: /^Require a second factor/ });

function answer(): void {
  api.on(administratorsApi.list, []);
  api.on(administratorInvitationsApi.list, []);
}

test('a second factor is required after a question, and readers see whether it is', async () => {
  answer();
  let isMfaRequired = false;
  api.on(administratorRequirementsApi.get, () => ({ isMfaRequired }));
  api.on(administratorRequirementsApi.update, ({ body }) => {
    isMfaRequired = body.isMfaRequired;
    return { isMfaRequired };
  });
  await openScreen(path);
  await requirement.click();
  const question = page.getByRole('dialog', { name: 'Require a second factor?' });
  await expectAccessible();
  await question.getByRole('button', { name: 'Require it' }).click();
  await expect.element(page.getByText('A second factor is required', { exact: true })).toBeVisible();
  await expect.element(requirement).toBeChecked();
  await expectToFit();

  await openScreen(path, { role: 'reader' });
  await expect.element(page.getByRole('definition').filter({ hasText: /^On$/ })).toBeVisible();
  await expect.element(requirement).not.toBeInTheDocument();
});

test('a person without a required second factor is led to its set-up', async () => {
  answer();
  api.on(administratorsApi.list, refuse('auth.second_factor_required'));
  await openScreen(path);
  await expect.element(page.getByRole('heading', { name: 'A second factor is required' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign in again' })).toBeVisible();
  await expectAccessible();
  await expectToFit();
});
