import { customJwtApi } from '@postern/contracts/access/custom-jwt';
import { captchaApi } from '@postern/contracts/experience/captcha';
import { customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { actionsApi } from '@postern/contracts/sign-in/actions';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captchaConfigOf } from '#features/experience/captcha-provider';
import { findEnabledAction } from '#features/sign-in/actions';
import { type TestApp, testApp } from '#testing/test-app';
import { createMachine } from '#testing/tokens';
import { fileForm } from '../../../platform/testing/form.ts';
import { makeZip } from '../../../platform/testing/zip.ts';
import { profileFieldsOf } from '../../sign-in/sign-in/steps/require-profile.ts';
import { type Place, setPlan, tenantOwner } from './testing.ts';

let app: TestApp;
let place: Place;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  place = await (await tenantOwner(app)).tenantOn('dev');
});
afterAll(() => app.close());

const host = () => new URL(app.app.endpointOf(place.tenantId)).host;

async function uploadPages(): Promise<void> {
  const { payload, headers } = fileForm({
    name: 'pages.zip',
    type: 'application/zip',
    content: makeZip([{ name: 'index.html', content: '<p>Mine</p>' }]),
  });
  const { body } = await app.inject(app.core, {
    method: 'POST',
    url: signInExperienceApi.uploadCustomUi.path,
    headers: { host: host(), authorization: `Bearer ${place.token}`, ...headers },
    payload,
  });
  const customUiAssets = { id: (body as { customUiAssetId: string }).customUiAssetId, createdAt: Date.now() };
  const saved = await app.call(signInExperienceApi.update, { ...place, body: { customUiAssets } });
  expect(saved.status).toBe(200);
}

/** Which of the features work right now. */
async function working() {
  const { tenantId } = place;
  const page = await app.core.inject({ method: 'GET', url: '/unknown-session', headers: { host: host() } });
  const claims = decodeJwt(await createMachine(app, tenantId, ['admin-role']));
  return {
    pages: page.payload === '<p>Mine</p>',
    script: claims.tenantIs === 'mine',
    captcha: (await captchaConfigOf(app.app, tenantId)) !== undefined,
    profile: (await profileFieldsOf(app.app, tenantId)).length > 0,
    action: (await findEnabledAction(app.app, tenantId, 'postSignIn')) !== undefined,
  };
}

test('stops features that the plan does not have and restores them with the plan', async () => {
  const { tenantId, token } = place;
  const script = 'const getCustomJwtClaims = async () => ({ tenantIs: "mine" });';
  const params = { tokenTypePath: 'client-credentials' };
  expect((await app.call(customJwtApi.save, { token, tenantId, params, body: { script } })).status).toBe(201);
  await uploadPages();
  const config = { type: 'Turnstile', siteKey: 'site', secretKey: 'secret' } as const;
  expect((await app.call(captchaApi.save, { token, tenantId, body: { config } })).status).toBe(200);
  const field = { name: 'shoeSize', type: 'Number', label: 'Shoe size', required: true } as const;
  expect((await app.call(customProfileFieldsApi.create, { token, tenantId, body: field })).status).toBe(201);
  const signUpProfileFields = [{ name: field.name }];
  const chosen = await app.call(signInExperienceApi.update, { token, tenantId, body: { signUpProfileFields } });
  expect(chosen.status).toBe(200);
  const action = { script: 'const runAction = () => ({});', enabled: true };
  const actionType = 'postSignIn' as const;
  const saved = await app.call(actionsApi.save, { token, tenantId, params: { actionType }, body: action });
  expect(saved.status).toBe(201);
  expect(await working()).toEqual({ pages: true, script: true, captcha: true, profile: true, action: true });
  await setPlan(app, tenantId, 'free');
  app.app.cache.drop(tenantId);
  // What is there can still be changed, but it does not run.
  const body = { onExecutionError: 'allow' } as const;
  const kept = await app.call(actionsApi.update, { token, tenantId, params: { actionType }, body });
  expect(kept.status).toBe(200);
  expect(await working()).toEqual({ pages: false, script: false, captcha: false, profile: false, action: false });
  await setPlan(app, tenantId, 'pro-202509');
  app.app.cache.drop(tenantId);
  expect(await working()).toEqual({ pages: true, script: true, captcha: true, profile: true, action: true });
});
