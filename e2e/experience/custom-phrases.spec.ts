import { expect } from '../product.ts';
import { arrive, method, test, typeCode, wrongFor } from '../stage.ts';

/** As a tenant brings it along: keys and variables of the wire. */
const wording = {
  action: { sign_in: 'Let me in', continue: 'Onwards', create_account: 'Join us' },
  input: { email: 'mail', username: 'handle', password: 'Secret' },
  description: {
    or: 'otherwise',
    sign_in_to_your_account: 'Welcome back',
    no_account: 'New here?',
    enter_passcode: 'Look for our code in your {{address}} {{target}}.',
    resend_after_seconds: 'Wait {{seconds}} more',
    agree_with_terms: 'Fine: <link></link>',
    terms_of_use: 'house rules',
  },
  error: { invalid_email: 'That is no mail.', invalid_passcode: 'Wrong digits.', password_required: 'Secret, please.' },
};

test('the sign-in pages show a wording that the tenant gave under keys of the wire', async ({ page, stage }) => {
  await stage.api('put', '/api/custom-phrases/nl', wording);
  await stage.settings({ termsOfUseUrl: 'https://fjord.example/terms', agreeToTermsPolicy: 'Manual' });
  await arrive(page, stage, { ui_locales: 'nl' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
  await expect(page.getByLabel('Handle')).toBeVisible();
  await expect(page.getByText('Fine: house rules')).toBeVisible();
  await expect(page.getByText('New here? Join us')).toBeVisible();
  await page.getByLabel('Handle').fill('maya');
  await page.getByRole('button', { name: 'Let me in' }).click();
  await expect(page.getByText('Secret, please.')).toBeVisible();

  await stage.settings({ signIn: { methods: [method('email', 'code')] } });
  const email = 'wording@fjord.example';
  await arrive(page, stage, { ui_locales: 'nl' });
  await page.getByLabel('Mail').fill('nothing');
  await page.getByRole('button', { name: 'Onwards' }).click();
  await expect(page.getByText('That is no mail.')).toBeVisible();
  await page.getByLabel('Mail').fill(email);
  await page.getByRole('button', { name: 'Onwards' }).click();
  await expect(page.getByText(`Look for our code in your mail ${email}.`)).toBeVisible();
  await expect(page.getByText(/^Wait [1-5]\d more$/)).toBeVisible();
  await typeCode(page, wrongFor((await stage.message(email)).code));
  await expect(page.getByText('Wrong digits.')).toBeVisible();
  // The tests of a worker share the tenant.
  await stage.api('delete', '/api/custom-phrases/nl');
});
