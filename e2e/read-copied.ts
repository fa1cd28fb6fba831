import { expect, type Locator } from '@playwright/test';

/** What a button puts on the clipboard, a moment later, in a browser that lets pages at it. */
export async function readCopied(button: Locator): Promise<string> {
  const page = button.page();
  const read = () => page.evaluate<string>('navigator.clipboard.readText()');
  await page.evaluate("navigator.clipboard.writeText('')");
  await button.click();
  await expect.poll(read).not.toBe('');
  return read();
}
