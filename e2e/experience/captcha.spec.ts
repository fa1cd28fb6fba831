import { expect, watchConsole } from '../product.ts';
import { arrive, expectSignedIn, password, test } from '../stage.ts';

/** Mimics Turnstile's script: each widget returns one token, the first one after the person ticks it. */
const script = `
  let boxes = 0;
  window.turnstile = {
    render(place, options) {
      boxes += 1;
      const token = [options.sitekey, boxes].join('-');
      if (boxes > 1) {
        setTimeout(() => options.callback(token));
        return token;
      }
      options['before-interactive-callback']();
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'I am no robot' });
      button.addEventListener('click', () => options.callback(token));
      place.append(button);
      return token;
    },
    remove() {},
  };`;

test('each sign-in sends a new captcha token and shows captcha errors; the built-in captcha solves itself', async ({
  page,
  stage,
}) => {
  await stage.settings();
  const { api } = stage;
  await api('post', '/api/users', { username: 'captcha', password });
  const config = { type: 'Turnstile', siteKey: 'site', secretKey: 'no secret of theirs' };
  const complaints = watchConsole(page);
  let isBlocked = true;
  let asked = 0;
  await page.route('https://challenges.cloudflare.com/**', (route) => {
    asked += 1;
    return isBlocked ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: script });
  });
  const sent: unknown[] = [];
  const verdicts = [{ status: 422, json: { code: 'session.captcha_failed', message: 'Told by the server.' } }];
  await page.route('**/api/experience', (route) => {
    sent.push(route.request().postDataJSON());
    const verdict = verdicts.shift();
    return verdict ? route.fulfill(verdict) : route.continue();
  });
  const signIn = async () => {
    await page.getByLabel('Username').fill('captcha');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  // While the captcha is disabled, its script is not requested.
  await api('put', '/api/captcha-provider', { config });
  await arrive(page, stage);
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(asked).toBe(0);

  await api('patch', '/api/sign-in-exp', { captchaPolicy: { enabled: true } });
  await arrive(page, stage);
  await signIn();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('could not be loaded');
  expect(sent).toEqual([]);
  isBlocked = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  const box = page.getByRole('button', { name: 'I am no robot' });
  await expect(box).toBeVisible();
  await box.click();
  await expect(alert).toContainText('The captcha check failed.');
  await expect(box).toHaveCount(0);

  // Turnstile does not know these tokens, so the server stops asking for them from here on.
  await api('patch', '/api/sign-in-exp', { captchaPolicy: { enabled: false } });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expectSignedIn(page);
  expect(sent).toEqual([
    { interactionEvent: 'SignIn', captchaToken: 'site-1' },
    { interactionEvent: 'SignIn', captchaToken: 'site-2' },
  ]);
  await api('delete', '/api/captcha-provider');
  expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);

  await test.step('the built-in captcha works by itself, and its solution is sent', async () => {
    await page.unrouteAll();
    await api('put', '/api/captcha-provider', { config: { type: 'ProofOfWork', difficulty: 'Low' } });
    await api('patch', '/api/sign-in-exp', { captchaPolicy: { enabled: true } });
    complaints.length = 0;
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
    await page.context().clearCookies();
    await arrive(page, stage);
    await page.getByLabel('Username').fill('captcha');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await expect(page.getByText('Security check passed')).toBeVisible();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectSignedIn(page);
    expect([...hosts]).toEqual(['localhost']);
    await api('delete', '/api/captcha-provider');
    expect(complaints).toEqual([]);
  });
});
