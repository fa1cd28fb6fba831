import { Application, applicationsApi } from '@postern/contracts/access/applications';
import { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import { defaultBrandColor } from '@postern/contracts/wire';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api, openScreen } from '../../../testing/open-screen.tsx';

afterEach(() => {
  expect(api.reset()).toEqual([]);
});

const main = page.getByRole('main');
const step = (text: string) => main.getByRole('listitem').filter({ hasText: text });
const href = (expected: RegExp) => expect.stringMatching(expected);

test('Get started shows the next steps, and ticks off what is done', async () => {
  api.on(applicationsApi.list, []);
  api.on(usersApi.list, []);
  api.on(connectorsApi.list, []);
  const color = { primaryColor: defaultBrandColor, isDarkModeEnabled: true, darkPrimaryColor: defaultBrandColor };
  api.on(signInExperienceApi.get, sample(SignInExperience, { color }));
  await openScreen('/get-started');
  await expect.element(main.getByText('0 of 4 done')).toBeVisible();
  await expectToFit();
  await expect.element(step('Sign in once').getByRole('link')).toHaveAttribute('href', href(/\/demo-app$/));
  await expect
    .element(step('Connect email or SMS').getByRole('link', { name: 'Connect' }))
    .toHaveAttribute('href', href(/\/connectors\/passwordless$/));
  await expect
    .element(main.getByRole('link', { name: 'All API guides' }))
    .toHaveAttribute('href', href(/\/api-resources\/create$/));
  await expect
    .element(main.getByRole('link', { name: /^Next\.js \(App Router\)/ }))
    .toHaveAttribute('href', href(/\/applications\/create\?guide=web-next-app-router$/));

  api.on(applicationsApi.list, [sample(Application, { id: 'shop', name: 'Shop' })]);
  const own = { ...color, primaryColor: '#B54708' };
  api.on(signInExperienceApi.get, sample(SignInExperience, { color: own }));
  await openScreen('/get-started');
  await expect.element(main.getByText('2 of 4 done')).toBeVisible();
  await expect.element(step('Create an application').getByRole('link')).not.toBeInTheDocument();
});
