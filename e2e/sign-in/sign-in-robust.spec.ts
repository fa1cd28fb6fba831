import { expect, expectNarrow, expectToFit, fillDatabase } from '../product.ts';
import { arrive, expectSignedIn, method, password, test, typeCode, wrongFor } from '../stage.ts';

const byEmail = {
  signUp: { identifiers: ['email'], password: true, verify: true, secondaryIdentifiers: [] },
  signIn: { methods: [method('email', 'both', false)] },
};

test('recovers from two tabs, the back button and a lost connection', async ({ page, stage }) => {
  await stage.settings(byEmail);
  const email = 'tabs@fjord.example';
  await stage.api('post', '/api/users', { primaryEmail: email, password });
  await arrive(page, stage);
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  const { code } = await stage.message(email);
  await expect(page).toHaveURL(/\/sign-in\/verification-code/);

  // Another tab restarts the sign-in: the first one loses its progress and shows a next step.
  const other = await page.context().newPage();
  await other.goto(page.url().replace('/verification-code', ''));
  await other.getByLabel('Email address').fill('other-tab@fjord.example');
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(/\/sign-in\/verification-code/);
  await typeCode(page, code);
  await expect(page).toHaveURL(/\/sign-in(\?|$)/);
  await expect(page.getByText('The sign-in was restarted, possibly in another tab. Start again here.')).toBeVisible();
  await expectToFit(page);
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await other.close();

  // No two messages of the same type are sent within two seconds, which is faster than a person can request them.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/sign-in\/verification-code/);
  await page.goBack();
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await page.goForward();
  await expect(page.getByLabel('Six-digit code')).toBeVisible();

  const newest = await stage.message(email);
  await page.route('**/api/experience/submit', (route) => route.abort());
  await typeCode(page, newest.code);
  await expect(page.getByRole('alert').filter({ hasText: 'No connection to the server.' })).toBeVisible();
  await expectToFit(page);
  await page.unroute('**/api/experience/submit');
  // The code can be used once; a retry continues after it.
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectSignedIn(page);
  await page.goBack();
  await expect(page).not.toHaveURL(/verification-code/);
});

test('two tabs of one browser answer their own requests, also after a reload', async ({ page, stage }) => {
  await stage.settings({ ...byEmail, signIn: { methods: [method('email', 'password')] } });
  const email = 'own-tab@fjord.example';
  await stage.api('post', '/api/users', { primaryEmail: email, password });
  const other = await page.context().newPage();
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
  }
});

test('an expired code, too many attempts and an ended session are reported with a next step', async ({
  page,
  stage,
}) => {
  await stage.settings(byEmail);
  const late = 'late@fjord.example';
  await arrive(page, stage);
  await page.getByLabel('Email address').fill(late);
  await page.keyboard.press('Enter');
  const expired = await stage.message(late);
  await fillDatabase(stage.product, `update passcodes set expires_at = '2020-01-01' where identifier = '${late}'`);
  await typeCode(page, expired.code);
  await expect(page.getByText('This code has expired. Request a new one.')).toBeVisible();

  await stage.settings({ ...byEmail, sentinelPolicy: { maxAttempts: 3, lockoutDuration: 5 } });
  const email = 'locked@fjord.example';
  await arrive(page, stage);
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  const { code } = await stage.message(email);
  for (const attempt of [1, 2]) {
    await typeCode(page, wrongFor(code));
    await expect(page.getByText('The code is incorrect.'), String(attempt)).toBeVisible();
    await expect(page.getByLabel('Six-digit code')).toHaveValue('');
  }
  // The last attempt reports the lock; from then on the right code is rejected too.
  const locked = page.getByRole('alert').filter({ hasText: /Too many attempts\. Try again in \d/ });
  await typeCode(page, wrongFor(code));
  await expect(locked).toBeVisible();
  await expect(page.getByLabel('Six-digit code')).toHaveValue('');
  await page.getByRole('button', { name: 'Close message' }).click();
  await typeCode(page, code);
  await expect(locked).toBeVisible();
  await expectToFit(page);

  // The page would notice after a while; here the person is faster.
  await page.route('**/api/experience/interaction', (route) => route.abort());
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Close message' }).click();
  await typeCode(page, code);
  await expect(page).toHaveURL(/\/unknown-session/);
  await expect(page.getByText('Return to the application')).toBeVisible();
  for (const path of [
    '/sign-in/verification-code',
    '/continue/password',
    '/forgot-password/reset',
    '/reset-password',
  ]) {
    expect((await page.request.get(`${stage.product.endpoint}${path}`)).url()).toContain('/unknown-session');
  }
});

test('a registration whose last response was lost continues with the created account', async ({ page, stage }) => {
  await stage.settings();
  await arrive(page, stage, { first_screen: 'register' });
  await page.getByLabel('Username').fill('lost_answer');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.route('**/api/experience/submit', (route) => route.abort());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'No connection to the server.' })).toBeVisible();
  await page.unroute('**/api/experience/submit');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectSignedIn(page);
});

test('nothing overflows in German, on a small phone, in dark mode and right to left', async ({ browser, stage }) => {
  await stage.settings({ ...byEmail, languageInfo: { autoDetect: true, fallbackLanguage: 'en' } });
  const context = await browser.newContext({
    locale: 'de-DE',
    viewport: { width: 320, height: 640 },
    colorScheme: 'dark',
  });
  const page = await context.newPage();
  const email = 'ein.wirklich.ziemlich.langer.name@eine-noch-laengere-domain.fjord.example';
  await arrive(page, stage);
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sehen Sie in Ihre E-Mails');
  await stage.message(email);
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate(`document.documentElement.setAttribute('dir', '${direction}')`);
    await expectNarrow(page, 320);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  await stage.settings({ signIn: { methods: [method('username', 'password')] } });
  await arrive(page, stage);
  await page.getByLabel('Benutzername').fill('keiner');
  const button = page.getByRole('button', { name: 'Anmelden' });
  const before = await button.boundingBox();
  await page.getByLabel('Passwort', { exact: true }).fill('not this one');
  await page.keyboard.press('Enter');
  const wrong = page.getByText('Konto oder Passwort stimmt nicht.');
  await expect(wrong).toBeVisible();
  // The message has its own line: nothing moves, and the link keeps its width.
  expect(await button.boundingBox()).toEqual(before);
  await expect(page.getByRole('link', { name: 'Passwort vergessen?' })).toBeVisible();
  expect((await wrong.boundingBox())?.height).toBeLessThan(24);
  await context.close();
});
