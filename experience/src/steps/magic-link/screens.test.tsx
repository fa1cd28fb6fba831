import { Interaction, signInApi } from '@postern/contracts/sign-in/sign-in';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { application } from '../../testing/answer-sign-in.ts';
import { api, endTest, leftFor, method, type Options, openPage, reloadPage } from '../../testing/open-page.tsx';

const byCode: Options['experience'] = {
  signUp: { identifiers: ['email'], password: false, verify: true, secondaryIdentifiers: [] },
  signIn: { methods: [method('email', 'code')] },
};
const link = '/magic-link#id=proof&code=123456';
const title = (text: string) => page.getByRole('heading', { level: 1, name: text });
const next = page.getByRole('button', { name: 'Continue' });

/** The sign-in of the link runs in this browser. */
const isHere = (verified = false) =>
  sample(Interaction, {
    interactionEvent: 'SignIn',
    verificationRecords: [
      {
        id: 'proof',
        type: 'EmailVerificationCode',
        identifier: { type: 'email', value: 'ada@fjord.example' },
        verified,
      },
    ],
  });

beforeEach(() => api.on(signInApi.interaction, isHere()));

afterEach(endTest);

test('in another browser, a link only shows the code, which can be copied', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  api.on(signInApi.interaction, refuse('session.not_found'));
  await openPage(link);
  await expect.element(title('Your code')).toBeVisible();
  await expect.element(page.getByText('123456')).toBeVisible();
  await expectToFit();
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(copied).toHaveBeenCalledWith('123456');
  expect(api.requestsOf(signInApi.verifyCode)).toEqual([]);
});

test('opening a link uses up nothing; after a click, the tab that waits continues', async () => {
  await openPage(link);
  await expect.element(page.getByText('ada@fjord.example')).toBeVisible();
  await reloadPage();
  await expect.element(page.getByText('ada@fjord.example')).toBeVisible();
  await expectToFit();
  expect(api.requestsOf(signInApi.verifyCode)).toEqual([]);

  const waiting = new BroadcastChannel('postern:code');
  waiting.onmessage = ({ data }) => data.kind === 'proven' && waiting.postMessage({ ...data, kind: 'here', tab: 'x' });
  await next.click();
  await expect.element(title('Return to the other tab')).toBeVisible();
  waiting.close();
  await expectToFit();
  expect(leftFor()).toEqual([]);
});

test('if no tab waits, the tab of the link continues, also with the question for an unknown address', async () => {
  await openPage(link, { experience: byCode });
  await next.click();
  await expect.poll(leftFor).toEqual([application]);

  api.on(signInApi.identify, refuse('user.user_not_exist'));
  await openPage(link, { experience: byCode });
  await next.click();
  await expect.element(title('Create an account?')).toBeVisible();
  api.on(signInApi.identify, undefined);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect.poll(leftFor).toEqual([application]);
});

test('an expired link leads to the page where another code can be requested', async () => {
  api.on(signInApi.verifyCode, refuse('verification_code.expired'));
  await openPage(link, { experience: byCode });
  await next.click();
  await expect.element(page.getByLabelText('Six-digit code')).toBeVisible();
});

test('a link that was used or is incomplete says so', async () => {
  api.on(signInApi.interaction, isHere(true));
  await openPage(link);
  await expect.element(title('This link was already used')).toBeVisible();
  await openPage('/magic-link#id=x');
  await expect.element(title('This link is incomplete')).toBeVisible();
  await expectToFit();
});
