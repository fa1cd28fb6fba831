import { rolesApi } from '@postern/contracts/access/roles';
import { assistantApi } from '@postern/contracts/help/assistant';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const passage = (title: string, heading: string, path: string, excerpt: { text: string; isMatch: boolean }[]) => ({
  title,
  heading,
  path,
  excerpt,
});
const connectors = passage('Connectors', 'Your own', 'connectors#your-own', [
  { text: 'A ', isMatch: false },
  { text: 'connector', isMatch: true },
  { text: ' sends messages.', isMatch: false },
]);
const organizations = passage('Organizations', '', 'organizations', []);

test('without a language model it searches the documentation, says so, and marks the words', async () => {
  api.on(rolesApi.list, []);
  api.on(assistantApi.search, ({ query }) => {
    if (query.q === 'zzz') {
      return [];
    }
    return query.q.includes('connector') ? [connectors] : [organizations];
  });
  await openScreen('/roles');
  await page.getByRole('button', { name: 'Ask AI' }).click();
  const panel = page.getByRole('dialog', { name: 'Ask AI' });
  const field = panel.getByRole('searchbox', { name: 'Search the documentation' });
  await expect.element(field).toHaveFocus();
  await expect.element(panel.getByText(/^No language model is set up on this server/)).toBeVisible();
  await panel.getByRole('button', { name: 'How do I connect a single-page app?' }).click();
  await expect.element(field).toHaveValue('How do I connect a single-page app?');
  await expect.element(panel.getByRole('link', { name: 'Organizations' })).toBeVisible();

  await field.fill('what is a connector');
  const link = panel.getByRole('link', { name: 'Your own' });
  await expect.element(link).toHaveAttribute('href', '/docs/connectors#your-own');
  await expect.element(panel.getByRole('link', { name: 'Organizations' })).not.toBeInTheDocument();
  await expect.poll(() => document.querySelector('[role="dialog"] mark')?.textContent).toBe('connector');
  // Each question is sent alone.
  expect(api.requestsOf(assistantApi.search).at(-1)?.query.q).toBe('what is a connector');
  await expectToFit();

  await field.fill('zzz');
  await expect.element(panel.getByText(/^Nothing in the documentation matches/)).toBeVisible();
  await field.fill('');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect.element(panel).not.toBeInTheDocument();
});

test('the help menu leads to the help page and to the contacts of the operator', async () => {
  api.on(rolesApi.list, []);
  await openScreen('/roles');
  await page.getByRole('button', { name: 'Ask AI' }).click();
  await page.getByRole('button', { name: 'Get help' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Help page' })).toHaveAttribute('href', '/docs/help');
  const reports = page.getByRole('menu').getByRole('menuitem').elements().slice(2);
  expect(reports.map((item) => item.getAttribute('href'))).toEqual([
    '/docs/help#report-a-problem',
    '/docs/help#report-a-problem',
  ]);
  await page.getByRole('menuitem', { name: 'Contact us' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contact us' });
  await expect.element(dialog.getByRole('listitem')).toHaveLength(4);
  await expect.element(dialog.getByText('Not set up on this server.', { exact: false }).first()).toBeVisible();
  await expectToFit();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  const panel = page.getByRole('dialog', { name: 'Ask AI' });
  await expect.element(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect.element(panel).not.toBeInTheDocument();
});
