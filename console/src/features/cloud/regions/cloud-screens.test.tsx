import { RoleWithHolders, rolesApi } from '@postern/contracts/access/roles';
import { ConsoleSettings, consoleSettingsApi } from '@postern/contracts/records/console-settings';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api, expectNoProblems, openScreen } from '../../../testing/open-screen.tsx';

afterEach(() => {
  vi.useRealTimers();
  expectNoProblems();
});

test('a page without its region says so, tries again when asked, and comes back by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const away = refuse('region.unavailable', { region: 'Europe' });
  api.on(rolesApi.list, away);
  api.on(consoleSettingsApi.get, away);
  await openScreen('/roles');
  const heading = page.getByRole('heading', { name: 'The region Europe cannot be reached' });
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByText(/^The data of Northwind is in this region/)).toBeVisible();
  await expectToFit();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(/^Still no response\./)).toBeVisible();
  api.on(rolesApi.list, [sample(RoleWithHolders, { id: 'clerk', name: 'Clerk' })]);
  api.on(consoleSettingsApi.get, sample(ConsoleSettings));
  vi.advanceTimersByTime(5000);
  await expect.element(page.getByRole('row', { name: /Clerk/ })).toBeVisible();
  await expect.element(heading).not.toBeInTheDocument();
});
