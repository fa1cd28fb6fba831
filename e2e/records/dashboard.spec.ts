import { usersApi } from '@postern/contracts/people/users';
import { becomeAdministrator } from '../administrator.ts';
import { expect, fillDatabase, type Product, test } from '../product.ts';

/** Numbers of a month in the past, so that the test does not depend on the date. */
const fillNumbers = (product: Product) =>
  fillDatabase(
    product,
    `insert into daily_active_users (day, daily, weekly_change, monthly_change)
       select day::date, 1000 + 10 * extract(day from day), case when day = '2026-01-01' then 2500 else 0 end,
         case when day = '2026-01-01' then 4000 else 0 end
       from generate_series(date '2026-01-01', date '2026-03-31', interval '1 day') day`,
    `insert into daily_sign_ins (day, kind, name, dimension, value, n) values
       ('2026-03-30', 'step', 'opened', 'all', '', 1000), ('2026-03-30', 'step', 'attempted', 'all', '', 800),
       ('2026-03-30', 'step', 'verified', 'all', '', 600), ('2026-03-30', 'step', 'completed', 'all', '', 590),
       ('2026-03-30', 'step', 'opened', 'application', 'demo-app', 1000),
       ('2026-03-30', 'step', 'completed', 'application', 'demo-app', 590),
       ('2026-03-30', 'step', 'attempted', 'method', 'Password', 500),
       ('2026-03-30', 'step', 'completed', 'method', 'Password', 250),
       ('2026-03-30', 'step', 'attempted', 'method', 'EmailVerificationCode', 300),
       ('2026-03-30', 'step', 'completed', 'method', 'EmailVerificationCode', 270),
       ('2026-03-30', 'step', 'opened', 'language', 'de', 700), ('2026-03-30', 'step', 'completed', 'language', 'de', 350),
       ('2026-03-30', 'step', 'opened', 'language', 'other', 300),
       ('2026-03-30', 'failure', 'session.invalid_credentials', 'all', '', 90),
       ('2026-03-30', 'failure', 'session.invalid_credentials', 'method', 'Password', 90),
       ('2026-03-30', 'failure', 'oidc.strange', 'all', '', 10)`,
  );

test('shows users, activity, the sign-in funnel and failures', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const names = ['Ada', 'Bob', 'Cy'];
  await Promise.all(names.map((name) => administrator.api('post', usersApi.create.path, { name })));
  await fillNumbers(oss);
  await page.goto(`${oss.consoleUrl}/dashboard?date=2026-03-31`);
  const figure = (label: string) => page.locator('dl > div').filter({ hasText: label });
  await expect(figure('Total users')).toContainText('3');
  await expect(figure('New, past 7 days')).toContainText('+3');
  await expect(figure('Weekly active')).toContainText('2,500');
  await expect(figure('Monthly active')).toContainText('4,000');
  const chart = page.getByRole('slider', { name: 'Daily active users' });
  await expect(chart).toHaveAttribute('aria-valuetext', 'Mar 31, 2026: 1,310 active, 30 days before 1,010');

  const steps = page.getByRole('region', { name: 'Sign-in funnel', exact: true }).getByRole('listitem');
  await expect(steps.nth(1)).toContainText('800 80%');
  await expect(steps.nth(2)).toContainText('25% left here (200)');
  await page.getByRole('button', { name: 'Method' }).click();
  await expect(page.getByRole('row', { name: /Email code 300 .* 90%/ })).toBeVisible();
  await page.getByRole('button', { name: 'Browser language' }).click();
  await expect(page.getByRole('row', { name: /German 700 .* 50%/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Wrong account or password.* 90 90% Password 90/ })).toBeVisible();
  administrator.expectNoComplaints();
});
