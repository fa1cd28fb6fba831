import type { Page } from '@playwright/test';

/**
 * Opens another page of the console in the loaded one, as a link does. Loading the console takes a second of CPU time,
 * so tests load it once, unless they are about what is left after a reload.
 */
export const visit = (page: Page, url: string) => page.evaluate(`history.pushState(null, '', ${JSON.stringify(url)})`);
