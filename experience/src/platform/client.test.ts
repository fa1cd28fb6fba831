import { addressChangesApi } from '@postern/contracts/account/address-changes';
import { captchaApi } from '@postern/contracts/experience/captcha';
import { avatarUploadsApi } from '@postern/contracts/sign-in/avatar-uploads';
import { consentApi } from '@postern/contracts/sign-in/consent';
import { newDevicesApi } from '@postern/contracts/sign-in/new-devices';
import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { timeZoneHeader } from '@postern/contracts/wire';
import { afterEach, expect, test, vi } from 'vitest';
import { call, calls } from './client.ts';

afterEach(() => vi.unstubAllGlobals());

function answerWith(response: Response) {
  const fetch = vi.fn<typeof globalThis.fetch>().mockResolvedValue(response);
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('the client matches the contracts', () => {
  const contracts = {
    ...signInApi,
    captchaChallenge: captchaApi.challenge,
    allowConsent: consentApi.allow,
    denyConsent: consentApi.deny,
    inspectChange: addressChangesApi.inspect,
    undoChange: addressChangesApi.undo,
    inspectDevice: newDevicesApi.inspect,
    reportDevice: newDevicesApi.report,
    uploadPicture: avatarUploadsApi.upload,
  };
  const expected = Object.entries(contracts).map(([name, { method, path }]) => [name, `${method} ${path}`]);
  expect(calls).toEqual(Object.fromEntries(expected));
});

test('path parameters are filled in and encoded', async () => {
  const fetch = answerWith(Response.json({ verificationId: 'v1' }));
  const answer = await call('verifySocial', { connectorData: { code: 'c' } }, { connectorId: 'a/../b?c' });
  expect(answer).toEqual({ verificationId: 'v1' });
  const [path, request] = fetch.mock.calls[0] ?? [];
  expect(path).toBe('/api/experience/verification/social/a%2F..%2Fb%3Fc/verify');
  expect(request).toMatchObject({ method: 'POST', body: '{"connectorData":{"code":"c"}}' });
});

test('the last step sends the time zone of the browser, and no other step does', async () => {
  const fetch = answerWith(new Response(null, { status: 204 }));
  await call('submit');
  await call('start', { interactionEvent: 'SignIn' }).catch(() => undefined);
  const zones = fetch.mock.calls.map(([, request]) => new Headers(request?.headers).get(timeZoneHeader));
  expect(zones).toEqual([Intl.DateTimeFormat().resolvedOptions().timeZone, null]);
});

test('accepts an empty response', async () => {
  answerWith(new Response(null, { status: 204 }));
  expect(await call('submit')).toBeUndefined();
});

test('an error response becomes an error with its code and data', async () => {
  answerWith(
    Response.json({ code: 'user.missing_profile', message: 'm', data: { missingProfile: [] } }, { status: 422 }),
  );
  await expect(call('submit')).rejects.toMatchObject({ code: 'user.missing_profile', data: { missingProfile: [] } });
});

test('a request that the server could not write is sent again, once, after the time that the server says', async () => {
  vi.useFakeTimers();
  const refusal = () =>
    Response.json({ code: 'server.cannot_write', message: 'm' }, { status: 503, headers: { 'retry-after': '2' } });
  const fetch = answerWith(refusal());
  fetch.mockResolvedValueOnce(refusal()).mockResolvedValueOnce(Response.json({ redirectTo: '/next' }));
  const answer = call('submit');
  await vi.advanceTimersByTimeAsync(1999);
  expect(fetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toEqual({ redirectTo: '/next' });
  expect(fetch).toHaveBeenCalledTimes(2);
  const again = call('submit').catch(({ code }) => code);
  fetch.mockResolvedValueOnce(refusal()).mockResolvedValueOnce(refusal());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await again).toBe('server.cannot_write');
  expect(fetch).toHaveBeenCalledTimes(4);
  vi.useRealTimers();
});
