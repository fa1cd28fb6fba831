import { expect } from '../product.ts';
import { arrive, expectSignedIn, method, password, test, typeCode } from '../stage.ts';

test('a sign-in survives another tab that restarts it, and two tabs answer their own requests', async ({
  page,
  stage,
}) => {
  const byEmail = { signUp: { identifiers: ['email'], password: true, verify: true, secondaryIdentifiers: [] } };
  await stage.settings({ ...byEmail, signIn: { methods: [method('email', 'both', false)] } });
  const email = 'tabs@fjord.example';
  await stage.api('post', '/api/users', { primaryEmail: email, password });
  await arrive(page, stage);
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  const { code } = await stage.message(email);
  await expect(page).toHaveURL(/\/sign-in\/verification-code/);

  const other = await page.context().newPage();
  await other.goto(page.url().replace('/verification-code', ''));
  await other.getByLabel('Email address').fill('other-tab@fjord.example');
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(/\/sign-in\/verification-code/);
  await typeCode(page, code);
  await expect(page.getByText('The sign-in was restarted, possibly in another tab. Start again here.')).toBeVisible();

  await stage.settings({ ...byEmail, signIn: { methods: [method('email', 'password')] } });
  const tabs = [
    { tab: page, state: 'first' },
    { tab: other, state: 'second' },
  ];
  for (const { tab, state } of tabs) {
    await arrive(tab, stage, { state });
  }
  for (const { tab, state } of tabs) {
    await tab.reload();
    const answered = tab.waitForRequest(new RegExp(`/demo-app\\?(.*&)?state=${state}(&|$)`));
    await tab.getByLabel('Email address').fill(email);
    await tab.getByLabel('Password', { exact: true }).fill(password);
    await tab.keyboard.press('Enter');
    await answered;
    await expectSignedIn(tab);
  }
});

test('a slow line shows the form within three seconds, and nothing is lost that was typed before the scripts are there', async ({
  page,
  stage,
}) => {
  await stage.settings();
  const username = 'on_a_slow_line';
  await stage.api('post', '/api/users', { username, password });
  await arrive(page, stage);
  const address = page.url();

  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.setCacheDisabled', { cacheDisabled: true });
  const bytesPerSecond = { downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 400, ...bytesPerSecond });
  const paint = async () => {
    await page.goto(address);
    return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity);
  };
  await expect.poll(paint).toBeLessThan(3000);
  await line.detach();

  let scripts = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  const boxes = () =>
    page
      .locator('h1, input, .button, .end, .footer')
      .evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())));
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const sent = await boxes();
  scripts.resolve();
  await expect(page.getByLabel('Username')).toBeFocused();
  expect(await boxes()).toEqual(sent);

  scripts = Promise.withResolvers<void>();
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.locator('form[data-early]')).toBeVisible();
  expect(page.url()).toBe(address);
  scripts.resolve();
  await expectSignedIn(page);
});
