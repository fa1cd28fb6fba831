import type { Page } from '@playwright/test';

/** Opens another page of the loaded console as its links do, without loading the console again. */
export const visit = (page: Page, url: string) =>
  page.evaluate<void>(`history.pushState({}, '', ${JSON.stringify(url)})`);
