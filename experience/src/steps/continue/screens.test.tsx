import { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import { avatarUploadsApi } from '@postern/contracts/sign-in/avatar-uploads';
import { Interaction, signInApi } from '@postern/contracts/sign-in/sign-in';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { application } from '../../testing/answer-sign-in.ts';
import { api, endTest, leftFor, openPage, reloadPage } from '../../testing/open-page.tsx';

beforeEach(() => api.on(signInApi.interaction, sample(Interaction, { interactionEvent: 'Register' })));

afterEach(endTest);

const enter = () => userEvent.keyboard('{Enter}');

test('a new user is asked for a username that is free, then for a password', async () => {
  await openPage('/continue/username');
  const username = page.getByLabelText('Username');
  await username.fill('gone');
  api.on(signInApi.addProfile, refuse('user.username_already_in_use'));
  await enter();
  await expect.element(page.getByText('This username is taken. Choose another one.')).toBeVisible();
  await expectToFit();
  api.on(signInApi.addProfile, undefined);
  api.on(signInApi.identify, refuse('user.missing_profile', { missingProfile: ['password'] }));
  await username.fill('not_gone');
  await enter();
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus();
  expect(location.pathname).toBe('/continue/password');
  await expectToFit();
  await reloadPage();
  await page.getByLabelText('Password', { exact: true }).fill('a sentence nobody guesses');
  api.on(signInApi.identify, undefined);
  await enter();
  await expect.poll(leftFor).toEqual([application]);
});

test('an address that is blocked or belongs to another account is reported, and another one can be used', async () => {
  await openPage('/continue/emailOrPhone');
  const field = page.getByLabelText('Email address or phone number');
  await field.fill('me@blocked.example');
  api.on(signInApi.sendCode, refuse('session.email_blocklist.email_not_allowed', { email: 'me@blocked.example' }));
  await enter();
  await expect.element(page.getByText(/^me@blocked\.example is not allowed\./)).toBeVisible();
  await expectToFit();
  api.on(signInApi.sendCode, { verificationId: 'proof' });
  api.on(signInApi.addProfile, refuse('user.email_already_in_use'));
  await field.fill('used@fjord.example');
  await enter();
  await userEvent.type(page.getByLabelText('Six-digit code'), '123456');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Already in use' })).toBeVisible();
  expect(location.pathname).toBe('/continue/verification-code');
  await expectToFit();
  await page.getByRole('link', { name: 'Use a different one' }).click();
  await field.fill('nora@fjord.example');
  api.on(signInApi.addProfile, undefined);
  await enter();
  await userEvent.type(page.getByLabelText('Six-digit code'), '123456');
  await expect.poll(leftFor).toEqual([application]);
});

test('a provider account is linked to the account of an address that was proven by a code', async () => {
  const proof = { id: 'social', type: 'Social', verified: true, socialUserInfo: { id: 'eve' } };
  api.on(signInApi.interaction, sample(Interaction, { interactionEvent: 'Register', verificationRecords: [proof] }));
  api.on(signInApi.addProfile, ({ body }) => (body.type === 'email' ? refuse('user.email_already_in_use') : undefined));
  await openPage('/continue/email', {
    experience: {
      signIn: {
        methods: [{ identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true }],
      },
    },
  });
  await page.getByLabelText('Email address').fill('bea@fjord.example');
  await enter();
  await userEvent.type(page.getByLabelText('Six-digit code'), '123456');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Is this account yours?' })).toBeVisible();
  await expectToFit();
  await page.getByRole('button', { name: 'Yes, link this account' }).click();
  await expect.poll(leftFor).toEqual([application]);
  expect(api.requestsOf(signInApi.addProfile).at(-1)?.body).toEqual({ type: 'social', verificationId: 'social' });
});

const part = (name: string, required = false) => ({ enabled: true, name, type: 'Text' as const, required });
const field = (given: Partial<CustomProfileField>) =>
  sample(CustomProfileField, { required: true, config: {}, ...given });
const fields = [
  field({ name: 'fullname', type: 'Fullname', config: { parts: [part('givenName', true), part('familyName')] } }),
  field({
    name: 'nickname',
    type: 'Text',
    label: 'Nickname',
    description: 'As friends call you',
    config: { minLength: 2, maxLength: 10, placeholder: 'Bo' },
  }),
  field({ name: 'shoeSize', type: 'Number', label: 'Shoe size', config: { minValue: 20, maxValue: 50 } }),
  field({ name: 'birthdate', type: 'Date', label: 'Birthday', config: { format: 'dd/MM/yyyy' } }),
  field({
    name: 'newsletter',
    type: 'Checkbox',
    label: 'Send me news',
    required: false,
    config: { defaultValue: 'false' },
  }),
  field({
    name: 'plan',
    type: 'Select',
    label: 'Plan',
    config: { options: [{ value: 'small', label: 'Small' }, { value: 'large' }] },
  }),
  field({ name: 'website', type: 'Url', label: 'Website', required: false }),
  field({ name: 'badge', type: 'Regex', label: 'Badge', config: { format: '^[A-Z]{2}\\d{3}$', placeholder: 'AB123' } }),
  field({ name: 'desk', type: 'Regex', label: 'Desk', required: false, config: { format: '^\\d$' } }),
  field({
    name: 'address',
    type: 'Address',
    label: 'Home',
    config: { parts: [part('locality', true), part('country')] },
  }),
];

test('all nine types of profile fields are validated, also by the server, and sent as the settings define them', async () => {
  await openPage('/continue/extra-profile', { experience: { customProfileFields: fields } });
  const next = page.getByRole('button', { name: 'Continue' });
  await expect.element(page.getByLabelText('First name')).toHaveFocus();
  await next.click();
  await expect.poll(() => page.getByText('Fill in this field.').elements().length).toBe(7);
  await expect.element(page.getByLabelText('First name')).toHaveFocus();
  await expectToFit();
  await page.getByLabelText('First name').fill('Ada');
  await page.getByLabelText('Nickname').fill('A');
  await page.getByLabelText('Shoe size').fill('7');
  await page.getByLabelText('Birthday').fill('1990-02-01');
  await page.getByLabelText('Plan').selectOptions('large');
  await page.getByLabelText('Website (optional)').fill('fjord');
  await page.getByLabelText('Badge').fill('x');
  await page.getByLabelText('Desk (optional)').fill('x');
  await page.getByLabelText('City').fill('Bergen');
  await enter();
  await expect.element(page.getByText('Enter at least 2 characters.')).toBeVisible();
  await expect.element(page.getByText('Enter at least 20.')).toBeVisible();
  await expect.element(page.getByText(/Enter a web address/)).toBeVisible();
  await expect.element(page.getByText('Enter it as in this example: AB123')).toBeVisible();
  await expect.element(page.getByText('The format is not valid.')).toBeVisible();
  await page.getByLabelText('Desk (optional)').fill('');
  await page.getByLabelText('Nickname').fill('Addi');
  await page.getByLabelText('Shoe size').fill('38,5');
  await page.getByLabelText('Website (optional)').fill('https://fjord.example');
  await page.getByLabelText('Badge').fill('AB123');
  await page.getByLabelText('Send me news').click();

  api.on(signInApi.addProfile, refuse('request.invalid_input', { field: 'badge' }));
  await next.click();
  await expect.element(page.getByText('This value is not accepted. Check your input.')).toBeVisible();
  await expect.element(page.getByLabelText('Badge')).toHaveFocus();
  api.on(signInApi.addProfile, undefined);
  await next.click();
  await expect.poll(leftFor).toEqual([application]);
  expect(api.requestsOf(signInApi.addProfile).at(-1)?.body).toMatchObject({
    type: 'extraProfile',
    values: {
      nickname: 'Addi',
      birthdate: '01/02/1990',
      website: 'https://fjord.example',
      address: { locality: 'Bergen' },
      shoeSize: 38.5,
      newsletter: true,
      plan: 'large',
      badge: 'AB123',
    },
  });
});

const drawn = () =>
  new Promise<File>((resolve) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 20 });
    canvas.getContext('2d')?.fillRect(0, 0, 40, 20);
    canvas.toBlob((blob) => resolve(new File(blob ? [blob] : [], 'me.png', { type: 'image/png' })));
  });

test('a picture is uploaded, shown and removed, and its address is sent', async () => {
  const url = `${location.origin}/favicon.ico`;
  const avatar = sample(CustomProfileField, { name: 'avatar', type: 'Url', label: '', required: true, config: {} });
  await openPage('/continue/extra-profile', { experience: { customProfileFields: [avatar] } });
  const next = page.getByRole('button', { name: 'Continue' });
  await next.click();
  await expect.element(page.getByText('Fill in this field.')).toBeVisible();
  await expectToFit();
  api.on(avatarUploadsApi.upload, { url });
  const input = document.querySelector('input[type="file"]') ?? document.body;
  await userEvent.upload(input, await drawn());
  await expect.element(page.getByRole('img', { name: 'Your picture' })).toHaveAttribute('src', url);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByRole('img', { name: 'Your picture' })).not.toBeInTheDocument();
  await userEvent.upload(input, new File(['no'], 'me.png'));
  await expect.element(page.getByText('Your browser cannot read this image file.')).toBeVisible();
  await userEvent.upload(input, await drawn());
  await expect.element(page.getByRole('img', { name: 'Your picture' })).toBeVisible();
  api.on(signInApi.addProfile, undefined);
  await next.click();
  await expect.poll(leftFor).toEqual([application]);
  expect(api.requestsOf(signInApi.addProfile).at(-1)?.body).toEqual({ type: 'extraProfile', values: { avatar: url } });
});
