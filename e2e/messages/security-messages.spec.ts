import { messageLimitsApi } from '@postern/contracts/messages/message-limits';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectNarrow, expectToFit, test } from '../product.ts';

test('message limits are watched and changed, and the tabs of security work by keyboard at 320 pixels', async ({
  page,
  oss,
}) => {
  const { api, expectNoComplaints } = await becomeAdministrator(page, oss);
  await oss.ask('default', [
    `insert into message_counts (channel, hour, sent, refused)
      select c, date_trunc('hour', now()) - n * interval '1 hour', 40 + (n * 37) % 60, case when n < 3 then 12 else 0 end
      from generate_series(0, 47) n, unnest(array['Email', 'Sms']) c`,
    `insert into message_counters (subject, count) values ('t:Sms', 900), ('d:Sms', 1200)`,
  ]);
  await page.goto(`${oss.consoleUrl}/security/messages`);
  const banner = page.getByRole('note').filter({ hasText: 'A message limit is nearly reached' });
  await expect(banner).toContainText('900 of 1,000 text messages in the current hour.');
  const chart = page.getByRole('slider', { name: 'Text messages' });
  await expect(chart).toHaveAttribute('aria-valuetext', /40 sent, 12 refused/);
  await expectToFit(page);

  await page.setViewportSize({ width: 320, height: 640 });
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', /77 sent, 12 refused/);
  await page.getByRole('button', { name: '30 days' }).press('Enter');
  await expect(chart).toHaveAttribute('aria-valuemax', '29');
  await page.getByRole('button', { name: 'Email', exact: true }).press('Space');
  await expect(page.getByRole('slider', { name: 'Emails' })).toBeVisible();
  const limit = page.getByRole('textbox', { name: 'Text messages per hour' });
  await limit.focus();
  await page.keyboard.type('0');
  await page.keyboard.press('Control+s');
  await expect(limit).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('5000');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(banner).toHaveCount(0);
  expect(await api('get', messageLimitsApi.get.path)).toMatchObject({ limits: { sms: { hour: 5000, day: null } } });
  await expectNarrow(page, 320);

  for (const name of ['Password policy', 'CAPTCHA', 'Email blocklist', 'General']) {
    await page.getByRole('link', { name, exact: true }).press('Enter');
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expectNarrow(page, 320);
  }
  // The CAPTCHA tab asks for a provider, and there is none.
  expectNoComplaints('/api/captcha-provider');
});
