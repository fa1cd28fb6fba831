import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoProblems, openScreen } from '../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

test('links that a provider returns to have their pages, and one that welcomes leads to the start', async () => {
  await openScreen('/handle-social', { isOuter: true });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByText('Page not found')).not.toBeInTheDocument();
  await openScreen('/welcome', { isOuter: true });
  await expect.poll(() => location.pathname).not.toContain('welcome');
});
