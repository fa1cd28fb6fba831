import { becomeAdministrator } from '../administrator.ts';
import { expect, test, watchConsole } from '../product.ts';

/** Mimics Google's script: reads its settings from the page, sets its cookie, posts its form. */
const script = `
  const { client_id, login_uri, auto_select } = document.getElementById('g_id_onload').dataset;
  document.documentElement.dataset.oneTap = [client_id, auto_select].join();
  document.cookie = 'g_csrf_token=abc; path=/';
  window.tapOnGoogle = () => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: login_uri });
    for (const [name, value] of Object.entries({ credential: 'aaa.bbb.ccc', g_csrf_token: 'abc' })) {
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
    }
    document.body.append(form);
    form.submit();
  };`;

test("loads Google's script only where One Tap is enabled, and verifies what it posts", async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const { id } = await administrator.api<{ id: string }>('post', '/api/connectors', {
    connectorId: 'google-universal',
    config: { clientId: 'client-of-fjord', clientSecret: 'secret' },
  });
  await administrator.api('patch', '/api/sign-in-exp', { socialSignInConnectorTargets: ['google'] });
  const person = await (await browser.newContext()).newPage();
  const complaints = watchConsole(person);
  let asked = 0;
  await person.route('https://accounts.google.com/**', (route) => {
    asked += 1;
    return route.fulfill({ contentType: 'text/javascript', body: script });
  });
  const authorize = (more: Record<string, string> = {}) =>
    person.goto(
      `${oss.endpoint}/oidc/auth?${new URLSearchParams({
        client_id: 'demo-app',
        response_type: 'code',
        scope: 'openid',
        redirect_uri: `${oss.endpoint}/demo-app`,
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
        ...more,
      })}`,
    );
  const arrive = async () => {
    await authorize();
    await expect(person.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  };
  await arrive();
  expect(asked).toBe(0);

  const config = { clientId: 'client-of-fjord', clientSecret: 'secret', oneTap: { isEnabled: true, autoSelect: true } };
  await administrator.api('patch', `/api/connectors/${id}`, { config });
  await arrive();
  await expect(person.locator('html')).toHaveAttribute('data-one-tap', 'client-of-fjord,true');
  expect(asked).toBe(1);
  const verified = person.waitForResponse((response) => response.url().endsWith(`/social/${id}/verify`));
  await person.evaluate('tapOnGoogle()');
  // Not a token of Google: the connector rejects it, and the page shows a next step.
  expect((await verified).status()).toBeGreaterThanOrEqual(400);
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('Sign-in with Google failed');
  await expect(person).not.toHaveURL(/aaa\.bbb/);
  await person.getByRole('link', { name: 'Sign in another way' }).click();
  await expect(person.getByRole('button', { name: 'Continue with Google' })).toBeVisible();

  // An application that already has Google's credential passes it on; it does not appear in the page URL.
  const handedOver = person.waitForRequest((request) => request.url().endsWith(`/social/${id}/verify`));
  await authorize({ google_one_tap_credential: 'ddd.eee.fff' });
  expect((await handedOver).postDataJSON()).toEqual({ connectorData: { credential: 'ddd.eee.fff' } });
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('Sign-in with Google failed');
  await expect(person).not.toHaveURL(/ddd\.eee/);
  // The rejected token is reported as a failed request; nothing else may be, in particular no CSP violation.
  expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
});
