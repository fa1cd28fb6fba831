import { SignInRequest, signInRequestsApi } from '@postern/contracts/sign-in/sign-in-requests';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, endTest, openPage } from '../../testing/open-page.tsx';

afterEach(endTest);

test('a request shows its message as text, and is refused by keyboard', async () => {
  let requests = [
    sample(SignInRequest, {
      id: 'one',
      application: { id: 'desk', name: 'Help desk' },
      bindingMessage: 'Call <b>1</b>',
      expiresAt: Date.now() + 600_000,
    }),
  ];
  api.on(signInRequestsApi.list, () => requests);
  api.on(signInRequestsApi.answer, () => {
    requests = [];
    return undefined;
  });
  await openPage('/account/requests');
  const request = page.getByRole('region', { name: 'Help desk asks you to approve a sign-in' });
  await expect.element(request.getByText('Call <b>1</b>', { exact: true })).toBeVisible();
  await expectToFit();
  request.getByRole('button', { name: 'Refuse' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Sign-in refused')).toBeVisible();
  await expect.element(page.getByText('No requests are waiting for you.')).toBeVisible();
  expect(api.requestsOf(signInRequestsApi.answer)[0]?.body).toEqual({ isApproved: false });
});
