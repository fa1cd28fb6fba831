import { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { MessageLimitsState, messageLimitsApi } from '@postern/contracts/messages/message-limits';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, openScreen } from '../../../../testing/open-screen.tsx';

afterEach(async () => {
  await page.viewport(1440, 900);
  expect(api.reset()).toEqual([]);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const focus = (locator: ReturnType<typeof button>) => (locator.element() as HTMLElement).focus();
const hour = 3_600_000;
const widest = () => Math.max(...['html', '#main'].map((name) => document.querySelector(name)?.scrollWidth ?? 0));

test('messages are watched and their limits changed by keyboard at 320 pixels', async () => {
  const none = { hour: null, day: null };
  let state = sample(MessageLimitsState, {
    limits: { email: none, sms: none },
    effective: { email: { hour: 20_000, day: 100_000 }, sms: { hour: 1000, day: 5000 } },
    used: { email: { hour: 0, day: 0 }, sms: { hour: 900, day: 1200 } },
  });
  api.on(signInExperienceApi.get, sample(SignInExperience, {}));
  api.on(messageLimitsApi.get, () => state);
  api.on(messageLimitsApi.save, ({ body }) => {
    state = { ...state, limits: body, effective: { ...state.effective, sms: { hour: 5000, day: 5000 } } };
    return state;
  });
  api.on(messageLimitsApi.counts, ({ query: { unit } }) =>
    Array.from({ length: unit === 'hour' ? 48 : 30 }, (_, index) => {
      const age = (unit === 'hour' ? 47 : 29) - index;
      const counts = { sent: 40 + ((age * 37) % 60), refused: age < 3 ? 12 : 0 };
      return { at: Date.UTC(2026, 0, 3) - age * hour, email: counts, sms: counts };
    }),
  );
  await openScreen('/security/messages');
  const banner = page.getByRole('note').filter({ hasText: 'A message limit is nearly reached' });
  await expect.element(banner).toMatchTextContent(/900 of 1,000 text messages in the current hour\./);
  const chart = page.getByRole('slider', { name: 'Text messages' });
  await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/40 sent, 12 refused/));
  await expectToFit();

  await page.viewport(320, 640);
  focus(chart);
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/77 sent, 12 refused/));
  focus(button('30 days'));
  await userEvent.keyboard('{Enter}');
  await expect.element(chart).toHaveAttribute('aria-valuemax', '29');
  focus(button('Email'));
  await userEvent.keyboard(' ');
  await expect.element(page.getByRole('slider', { name: 'Emails' })).toBeVisible();
  const limit = page.getByRole('textbox', { name: /^Text messages per hour/ });
  focus(limit);
  await userEvent.keyboard('0{Control>}s{/Control}');
  await expect.element(limit).toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('{Control>}a{/Control}5000{Control>}s{/Control}');
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument();
  expect(api.requestsOf(messageLimitsApi.save).at(-1)?.body).toEqual({ email: none, sms: { hour: 5000, day: null } });
  await expect.poll(widest).toBeLessThanOrEqual(320);
});
