import { expect, type Locator } from '@playwright/test';

/** The text that a button puts on the clipboard, in a browser that grants clipboard access. */
export async function readCopied(button: Locator): Promise<string> {
  const page = button.page();
  const read = () => page.evaluate<string>('navigator.clipboard.readText()');
  await page.evaluate("navigator.clipboard.writeText('')");
  await button.click();
  await expect.poll(read).not.toBe('');
  return read();
}
