import { NewDevice, newDevicesApi } from '@postern/contracts/sign-in/new-devices';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, endTest, openPage, reloadPage } from '../../testing/open-page.tsx';

afterEach(endTest);

test('a person reports a sign-in from a new device by keyboard, once', async () => {
  api.on(newDevicesApi.inspect, sample(NewDevice, { ip: '127.0.0.1', browser: 'Firefox 140', os: 'macOS' }));
  api.on(newDevicesApi.report, { hadPassword: true, canReset: true, continueTo: null });
  await openPage('/not-me#token=link');
  await expect.element(page.getByRole('heading', { name: 'Was this not you?' })).toBeVisible();
  await expect.element(page.getByText('127.0.0.1')).toBeVisible();
  await expect.element(page.getByText('Firefox 140, macOS')).toBeVisible();
  await expect.element(page.getByText(/added with this device are removed/)).toBeVisible();
  await expectToFit();
  await page.viewport(320, 640);
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await page.viewport(1440, 900);
  page.getByRole('button', { name: 'This was not me' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'The device is signed out' })).toBeVisible();
  await expect.element(page.getByText(/^Your password no longer works\./)).toBeVisible();
  await expectToFit();
  api.on(newDevicesApi.inspect, refuse('new_device.used'));
  await reloadPage();
  await expect.element(page.getByText(/^This sign-in was already reported/)).toBeVisible();
});
