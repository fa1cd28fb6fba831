import { ActiveUsers, dashboardApi, NewUsers, SignInNumbers } from '@postern/contracts/records/dashboard';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen, press } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const noSteps = { opened: 0, attempted: 0, verified: 0, completed: 0 };
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** 30 days with 1,000 active users and ten more for each day of the month. */
const curveUntil = (day: string) =>
  Array.from({ length: 30 }, (_, index) => dayAfter(day, index - 29)).map((date) => ({
    date,
    count: 1000 + 10 * Number(date.slice(8)),
  }));

function answerDashboard(): void {
  api.on(dashboardApi.totalUsers, { totalUserCount: 3 });
  api.on(dashboardApi.newUsers, sample(NewUsers, { last7Days: { count: 3, delta: 3 } }));
  api.on(dashboardApi.activeUsers, ({ query: { date } }) =>
    date === undefined || date > '2026-03-31'
      ? sample(ActiveUsers)
      : {
          dauCurve: curveUntil(date),
          dau: { count: 1310, delta: 10 },
          wau: { count: 2500, delta: 0 },
          mau: { count: 4000, delta: 0 },
        },
  );
  const group = (value: string, name: string | null, steps: Partial<typeof noSteps>) => ({
    value,
    name,
    steps: { ...noSteps, ...steps },
  });
  api.on(dashboardApi.signIns, ({ query: { date } }) =>
    date === '2026-03-31'
      ? {
          from: '2026-03-02',
          to: date,
          steps: { opened: 1000, attempted: 800, verified: 600, completed: 590 },
          groups: {
            application: [group('demo-app', 'Demo app', { opened: 1000, completed: 590 })],
            method: [
              group('Password', null, { attempted: 500, completed: 250 }),
              group('EmailVerificationCode', null, { attempted: 300, completed: 270 }),
            ],
            language: [group('de', null, { opened: 700, completed: 350 }), group('other', null, { opened: 300 })],
          },
          failures: [
            { reason: 'session.invalid_credentials', count: 90, methods: [{ value: 'Password', count: 90 }] },
            { reason: 'oidc.strange', count: 10, methods: [] },
          ],
        }
      : sample(SignInNumbers, { steps: noSteps }),
  );
}

/** The text of a figure, searched again at every look: the page replaces it with a placeholder while it loads. */
const figure = (label: string) =>
  expect.poll(
    () => [...document.querySelectorAll('dl > div')].find((one) => one.textContent?.includes(label))?.textContent,
  );

test('a failure to load can be retried, and days without sign-ins say so', async () => {
  answerDashboard();
  api.on(dashboardApi.signIns, failWith(500));
  // A day that does not exist is today.
  await openScreen('/dashboard?date=2026-02-30');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' }).first();
  await expect.element(again).toBeVisible();
  answerDashboard();
  await again.click();
  await expect.element(page.getByText('There were no sign-ins in these days.')).toBeVisible();
  await expect.element(page.getByText('No attempt failed in these days.')).toBeVisible();
  await figure('Total users').toMatch(/3/);
  await figure('New, past 7 days').toMatch(/\+3/);
  await expectAccessible();
  await page.getByLabelText('Day', { exact: true }).fill('2026-03-31');
  await expect.poll(() => location.search).toMatch(/date=2026-03-31/);
  await figure('Weekly active').toMatch(/2,500/);
  await figure('Monthly active').toMatch(/4,000/);
});

test('activity is a chart that is read by keyboard, or a table', async () => {
  answerDashboard();
  await openScreen('/dashboard?date=2026-03-31');
  const chart = page.getByRole('slider', { name: 'Daily active users' });
  await expect.element(chart).toHaveAttribute('aria-valuetext', 'Mar 31, 2026: 1,310 active, 30 days before 1,010');
  const value = () => chart.element().getAttribute('aria-valuetext');
  await press(chart, '{ArrowLeft}');
  await expect.poll(value).toMatch(/^Mar 30, 2026: 1,300 active/);
  await userEvent.keyboard('{Home}');
  await expect.poll(value).toMatch(/^Mar 2, 2026: 1,020 active/);
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(chart).toHaveAttribute('aria-valuenow', '0');
  await expectToFit();
  await page.getByRole('button', { name: 'Table' }).click();
  const table = page.getByRole('table', { name: 'Daily active users' });
  await expect.poll(() => table.getByRole('row').elements().length).toBe(31);
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent(/Mar 31, 20261,3101,010/);
});

test('the funnel shows where people leave, by application, method and language, and why attempts fail', async () => {
  answerDashboard();
  await openScreen('/dashboard?date=2026-03-31');
  const steps = page.getByRole('region', { name: 'Sign-in funnel', exact: true }).getByRole('listitem');
  await expect.element(steps.nth(1)).toMatchTextContent(/800 80%/);
  await expect.element(steps.nth(2)).toMatchTextContent(/25% left here \(200\)/);
  await expect.element(page.getByRole('table', { name: 'Sign-in funnel by Application' })).toMatchTextContent(/59%/);
  await press(page.getByRole('button', { name: 'Method' }), '{Enter}');
  await expect.element(page.getByRole('row', { name: /Email code 300 .* 90%/ })).toBeVisible();
  await page.getByRole('button', { name: 'Browser language' }).click();
  await expect.element(page.getByRole('row', { name: /German 700 .* 50%/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Other languages/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Wrong account or password.* 90 90% Password 90/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Other oidc.strange/ })).toBeVisible();
  await expectAccessible();
});

test('the dates below the chart stand apart on a phone, also where they are wide', async () => {
  answerDashboard();
  await openScreen('/dashboard?date=2026-03-31', { language: 'ja' });
  await page.viewport(390, 844);
  const dates = () =>
    [...document.querySelectorAll('[role="slider"] text')]
      .filter(({ textContent }) => textContent?.includes('月'))
      .map((date) => date.getBoundingClientRect());
  await expect.poll(() => dates().length).toBeGreaterThan(1);
  await expect
    .poll(() => dates().every(({ left }, index) => index === 0 || left - (dates()[index - 1]?.right ?? 0) > 8))
    .toBe(true);
  await page.viewport(1440, 900);
});
