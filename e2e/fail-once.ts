import type { Page } from '@playwright/test';

/** The next request of this kind finds a server that fails. What else a page asks for there goes by. */
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
