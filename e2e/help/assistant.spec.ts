import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openConsole } from '../administrator.ts';
import { expect, expectAccessible, expectNarrow, test } from '../product.ts';

let model: Server;
/** The response that waits for the rest of its answer. */
let waiting: ServerResponse | undefined;

const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  environment: async ({}, use) => {
    model = createServer(async (request, response) => {
      const { messages } = JSON.parse(Buffer.concat(await request.toArray()).toString());
      const question = messages.at(-1).content as string;
      if (question.includes('forever')) {
        response.write(piece('It begins'));
        waiting = response;
        return;
      }
      response.end(
        `${piece('Create an **application** of the type `SPA`')}${piece(' [1].\n\n<img src=x onerror=alert(1)>')}data: [DONE]\n\n`,
      );
    });
    await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
    await use({
      AI_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
      AI_MODEL: 'small',
      ALLOW_PRIVATE_EGRESS: 'true',
    });
    model.closeAllConnections();
    model.close();
  },
});

test('a question is answered from the documentation, stopped, and cleared; the palette finds sections', async ({
  page,
  oss,
}) => {
  const administrator = await openConsole(page, oss);
  await page.getByRole('button', { name: 'Ask AI' }).click();
  const panel = page.getByRole('dialog', { name: 'Ask AI' });
  await expect(panel.getByRole('textbox', { name: 'Question' })).toBeFocused();
  await expectAccessible(page);

  await panel.getByRole('button', { name: 'How do I connect a single-page app?' }).click();
  await expect(panel.getByText('Create an application of the type SPA [1].')).toBeVisible();
  await expect(panel.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  const source = panel.getByRole('region', { name: 'From the documentation' }).getByRole('link').first();
  await expect(source).toHaveAttribute('href', /\/docs\/[\da-z-]+/);
  await expectAccessible(page);
  await expectNarrow(page, 390);

  await panel.getByRole('textbox', { name: 'Question' }).fill('Does this take forever?');
  await page.keyboard.press('Enter');
  await expect(panel.getByText('It begins')).toBeVisible();
  const closed = new Promise<void>((resolve) => waiting?.once('close', resolve));
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect(panel.getByText('Stopped.')).toBeVisible();
  // The model is no longer asked for more.
  await closed;

  await panel.getByRole('button', { name: 'Clear the conversation' }).click();
  await expect(panel.getByText('It begins')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').getByRole('combobox').fill('signature of webhooks');
  await expect(page.getByRole('group', { name: 'Docs' }).getByRole('option').first()).toBeVisible();
  administrator.expectNoComplaints();
});
