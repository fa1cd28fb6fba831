import { openConsole } from '../administrator.ts';
import { expect, expectNarrow, test } from '../product.ts';

test('Get started shows the next steps and ticks off what is done', async ({ page, oss }) => {
  const administrator = await openConsole(page, oss);
  await expect(page).toHaveURL(`${oss.consoleUrl}/get-started`);
  const main = page.getByRole('main');
  const steps = main.getByRole('listitem');
  await expect(main.getByText('0 of 4 done')).toBeVisible();
  await expectNarrow(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(steps.filter({ hasText: 'Sign in once' }).getByRole('link')).toHaveAttribute(
    'href',
    `${oss.endpoint}/demo-app`,
  );

  // Changes elsewhere are ticked off without a reload.
  const { id } = await administrator.api<{ id: string }>('post', '/api/applications', { name: 'Shop', type: 'SPA' });
  await expect(main.getByText('1 of 4 done')).toBeVisible();
  await expect(steps.filter({ hasText: 'Create an application' }).getByRole('link')).toHaveCount(0);
  await administrator.api('patch', '/api/sign-in-exp', {
    color: { primaryColor: '#0E6B5C', isDarkModeEnabled: true, darkPrimaryColor: '#2FB8A0' },
  });
  await expect(main.getByText('2 of 4 done')).toBeVisible();
  await administrator.api('delete', `/api/applications/${id}`);
  await expect(main.getByText('1 of 4 done')).toBeVisible();

  const lead = (name: string | RegExp) => expect(main.getByRole('link', { name }));
  await lead('All API guides').toHaveAttribute('href', /\/api-resources\/create$/);
  await expect(
    steps.filter({ hasText: 'Connect email or SMS' }).getByRole('link', { name: 'Connect' }),
  ).toHaveAttribute('href', /\/connectors\/passwordless$/);
  await lead(/^Next\.js \(App Router\)/).toHaveAttribute('href', /\/applications\/create\?guide=web-next-app-router$/);
  await main.getByRole('link', { name: /^Next\.js \(App Router\)/ }).click();
  await expect(page).toHaveURL(/\/applications\/create\?guide=web-next-app-router$/);
  administrator.expectNoComplaints();
});
