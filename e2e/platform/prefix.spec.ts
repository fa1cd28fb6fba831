import { createServer, request as forward } from 'node:http';
import { freePort } from '../free-port.ts';
import { test as base, expect, watchConsole } from '../product.ts';

/** A host that the product shares with a website, which shows the cookies that it gets. */
type SharedHost = { origin: string; environment: Record<string, string> };

const isOurs = /^\/(?:auth|auth-admin)(?:[/?]|$)/;

const test = base.extend<{ host: SharedHost }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the braces
  host: async ({}, use) => {
    const [outer, inner] = [await freePort(), await freePort()];
    const website = createServer((incoming, outgoing) => {
      const { url: path = '/', method, headers } = incoming;
      if (!isOurs.test(path)) {
        outgoing.writeHead(200, { 'content-type': 'text/plain' }).end(`Cookies: ${headers.cookie ?? 'none'}`);
        return;
      }
      const onward = forward({ host: '127.0.0.1', port: inner, path, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.once('error', () => outgoing.destroy());
      outgoing.once('close', () => onward.destroy());
      incoming.pipe(onward);
    });
    await new Promise<void>((resolve) => website.listen(outer, '127.0.0.1', resolve));
    const origin = `http://localhost:${outer}`;
    await use({
      origin,
      environment: {
        PORT: String(inner),
        ADMIN_PORT: String(inner),
        ENDPOINT: `${origin}/auth`,
        ADMIN_ENDPOINT: `${origin}/auth-admin`,
      },
    });
    website.closeAllConnections();
    website.close();
  },
  environment: async ({ host }, use) => use(host.environment),
});

test.use({ isFresh: true });

test('sign-in pages and console live below two paths of a host on one port, beside a website', async ({
  page,
  oss: _,
  host: { origin },
}) => {
  test.setTimeout(90_000);
  const complaints = watchConsole(page);
  const [endpoint, consoleUrl] = [`${origin}/auth`, `${origin}/auth-admin/console`];

  await page.goto(`${origin}/auth-admin`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('administrators choose well');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^\d of 4 done$/)).toBeVisible();
  expect(page.url()).toContain(`${consoleUrl}/`);
  await page.getByRole('link', { name: 'Sign-in experience' }).click();
  const preview = page.frameLocator('iframe');
  await expect(preview.locator('button[type="submit"]')).toBeVisible();
  await page.getByLabel('Brand color', { exact: true }).fill('#0E6B5C');
  await expect(preview.locator('button[type="submit"]')).toHaveCSS('background-color', 'rgb(14, 107, 92)');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await page.getByRole('link', { name: 'Account center' }).click();
  await page.getByRole('switch', { name: 'Enable account API' }).click();
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.keyboard.press('Control+s');
  expect((await saved).url()).toBe(`${endpoint}/api/account-center`);

  await page.goto(`${endpoint}/demo-app`);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(new RegExp(`^${endpoint}/register`));
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('a sentence nobody guesses');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${endpoint}/demo-app`);
  await expect(page.getByText('ada').first()).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill('ada');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(new RegExp(`^${endpoint}/register`));
  await page.goBack();
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('a sentence nobody guesses');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${endpoint}/demo-app`);

  await page.goto(`${endpoint}/account`);
  await page.waitForURL(`${endpoint}/account`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto(`${consoleUrl}/users`);
  await expect(page.getByRole('link', { name: /ada/ }).first()).toBeVisible();
  await page.goto(`${origin}/auth-admin/docs`);
  await page.waitForLoadState('load');
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search' }).fill('signing keys');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/auth-admin/docs/operations#signing-keys`);
  expect(complaints).toEqual([]);

  for (const path of ['/', '/authx', '/api/users', '/oidc/auth']) {
    expect(await (await page.request.get(`${origin}${path}`)).text()).toBe('Cookies: none');
  }
});
