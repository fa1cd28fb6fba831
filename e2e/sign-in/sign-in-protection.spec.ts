import type { Browser } from '@playwright/test';
import { createPerson, everything, expectTold, signIn } from '../account-person.ts';
import { codeFor } from '../authenticator.ts';
import { expect, fillDatabase } from '../product.ts';
import { demoClient, signInSteps, signInWithPassword } from '../sign-in-steps.ts';
import { arrive, expectSignedIn, password, type Stage, test, typeCode } from '../stage.ts';

test.afterEach(async ({ stage }) => {
  await stage.api('patch', '/api/sign-in-protection', {
    trustedDevices: { enabled: false, days: 30 },
    newDeviceEmail: null,
    risk: { medium: 'allow', high: 'allow' },
  });
});

test('a trusted device is not asked for the factor until it is revoked, a new device is reported, and a risk refused', async ({
  browser,
  stage,
}) => {
  await test.step('a device is trusted until the person revokes it', () => trustDevice({ browser, stage }));
  await test.step('a new device is reported with the link in the email', () => reportNewDevice({ browser, stage }));
});

type Given = { browser: Browser; stage: Stage };

async function trustDevice({ browser, stage }: Given) {
  await stage.settings({ mfa: { factors: ['Totp'], policy: 'NoPrompt' } });
  await stage.api('patch', '/api/sign-in-protection', { trustedDevices: { enabled: true, days: 14 } });
  await stage.api('patch', '/api/account-center', { enabled: true, fields: everything });
  const { id, username } = await createPerson(stage);
  const { secret } = await stage.api<{ secret: string }>('post', `/api/users/${id}/mfa-verifications`, {
    type: 'Totp',
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  const forgetSession = () => context.clearCookies({ name: /^(?!.*_(device|trusted)$)/ });

  await arrive(page, stage);
  await signIn(page, username);
  const box = page.getByRole('checkbox', { name: 'Do not ask again on this device for 14 days' });
  await expect(box).not.toBeChecked();
  await box.check();
  await typeCode(page, codeFor(secret));
  await expectSignedIn(page);

  await forgetSession();
  await page.goto(`${stage.product.endpoint}/account/devices`);
  await signIn(page, username);
  await expect(page.getByRole('heading', { name: 'Trusted devices' })).toBeVisible();
  // A sign-in of the last minute would be proof enough.
  await fillDatabase(
    stage.product,
    `update oidc_models set payload = payload || jsonb_build_object('loginTs', (payload ->> 'loginTs')::float8 - 61)
      where model = 'Session' and account_id = '${id}'`,
  );
  await page.getByRole('button', { name: /^Stop trusting:/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop trusting' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill('a sentence nobody guesses');
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expectTold(page, 'The device is no longer trusted');
  await expect(page.getByRole('heading', { name: 'Trusted devices' })).toHaveCount(0);

  await forgetSession();
  await arrive(page, stage);
  await signIn(page, username);
  await expect(box).toBeVisible();
  await context.close();
}

async function reportNewDevice({ browser, stage }: Given) {
  await stage.settings();
  await stage.api('patch', '/api/sign-in-protection', { newDeviceEmail: true });
  const email = 'device@harbor.example';
  const { username } = await createPerson(stage, { primaryEmail: email });
  // The first sign-in of an account is not reported; this is a thief with the password in another browser.
  for (const { request } of [await browser.newContext(), await browser.newContext()]) {
    await signInWithPassword(signInSteps(request, stage.product.endpoint, demoClient), username, password);
  }
  const { link } = await stage.message(email);
  expect(await stage.messages(email)).toHaveLength(1);

  const owner = await (await browser.newContext()).newPage();
  await owner.goto(link);
  await expect(owner.getByRole('heading', { name: 'Was this not you?' })).toBeVisible();
  await expect(owner.getByText('127.0.0.1')).toBeVisible();
  await owner.getByRole('button', { name: 'This was not me' }).click();
  await expect(owner.getByRole('heading', { name: 'The device is signed out' })).toBeVisible();
  await expect(owner.getByText('Your password no longer works.')).toBeVisible();

  await stage.settings({ passwordPolicy: { rejects: { pwned: false } } });
  await stage.api('patch', '/api/sign-in-protection', { risk: { medium: 'refuse', high: 'refuse' } });
  const risky = await createPerson(stage, { password: 'starwars' });
  await arrive(owner, stage);
  await signIn(owner, risky.username, 'starwars');
  await expect(owner.getByRole('heading', { name: 'You cannot sign in right now' })).toBeVisible();
}
