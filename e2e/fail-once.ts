import type { Page } from '@playwright/test';

/** The next request with this method and URL fails with status 500. Other requests pass. */
export async function failOnce(page: Page, method: 'POST' | 'PATCH' | 'DELETE', url: string): Promise<void> {
  let hasFailed = false;
  await page.route(url, async (route) => {
    if (hasFailed || route.request().method() !== method) {
      await route.fallback();
      return;
    }
    hasFailed = true;
    await route.fulfill({ status: 500, body: '' });
  });
}
