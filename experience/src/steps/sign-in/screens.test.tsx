import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, leftFor, openPage } from '../../testing/open-page.tsx';

afterEach(() => {
  expect(api.problems).toEqual([]);
  api.reset();
});

test('a wrong password is reported at its field, and the right one leads to the application', async () => {
  api.on(signInApi.start, undefined);
  api.on(signInApi.verifyPassword, refuse('session.invalid_credentials'));
  await openPage('/sign-in');
  await page.getByLabelText('Username').fill('ada');
  const password = page.getByLabelText('Password', { exact: true });
  await password.fill('not this one');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The account or password is incorrect.')).toBeVisible();
  await expectToFit();
  api.on(signInApi.verifyPassword, { verificationId: 'proof' });
  api.on(signInApi.identify, undefined);
  api.on(signInApi.submit, { redirectTo: 'https://app.example.com/' });
  await password.fill('this one');
  await userEvent.keyboard('{Enter}');
  await expect.poll(leftFor).toEqual(['https://app.example.com/']);
});
