import {
  applicationBrandingApi,
  type SaveApplicationSignInExperience,
} from '@postern/contracts/access/application-branding';
import { applicationsApi } from '@postern/contracts/access/applications';
import { brandPalette } from '@postern/contracts/brand';
import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListeningApp, listeningApp } from '#testing/flows';
import { createBrowser } from '../../../platform/testing/browser.ts';

let app: ListeningApp;
let token: string;
const redirectUri = 'http://localhost:9/callback';
const tenantBranding = { logoUrl: 'https://tenant.example/logo.png', darkLogoUrl: 'https://tenant.example/dark.png' };

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  await app.write('default', (db) =>
    db
      .updateTable('sign_in_experiences')
      .set({
        branding: JSON.stringify(tenantBranding),
        custom_css: '.tenant{}',
        terms_of_use_url: 'https://t.example/',
      })
      .execute(),
  );
});
afterAll(() => app.close());

async function createApplication(isThirdParty = false): Promise<string> {
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'Traditional',
      isThirdParty,
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    },
  });
  return body.id;
}

const brand = (applicationId: string, body: Partial<SaveApplicationSignInExperience>) =>
  app.call(applicationBrandingApi.save, {
    token,
    params: { applicationId },
    body: { termsOfUseUrl: null, privacyPolicyUrl: null, ...body },
  });

const experienceFor = async (appId?: string, contract = wellKnownApi.signInExperience) =>
  (await app.call(contract, { query: appId ? { appId } : {} })).body;

/** The sign-in page of an application. */
async function signInPage(clientId: string): Promise<string> {
  const browser = createBrowser();
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
  });
  const reached = await browser.follow(`${app.endpoint}/oidc/auth?${query}`, [`${app.endpoint}/sign-in`]);
  return (await browser.request(reached)).text();
}

test('an application without branding uses that of the tenant', async () => {
  const id = await createApplication();
  const page = await signInPage(id);
  expect(page).toContain('<title>Shop</title>');
  expect(page).toContain('.tenant{}');
  expect(await experienceFor(id)).toEqual(await experienceFor());
});

test('color, logo, icon, style and documents of an application override those of the tenant', async () => {
  const id = await createApplication();
  const before = await signInPage(id);
  expect(before).not.toContain('.shop{}');
  await brand(id, {
    color: { primaryColor: '#0E6B5C' },
    branding: {
      logoUrl: 'https://shop.example/logo.png',
      favicon: 'https://shop.example/icon.png',
      darkFavicon: 'https://shop.example/dark-icon.png',
    },
    customCss: '.shop{}',
    privacyPolicyUrl: 'https://shop.example/privacy',
  });
  const tenants = await experienceFor();
  for (const contract of [wellKnownApi.signInExperience, wellKnownApi.experience]) {
    const merged = await experienceFor(id, contract);
    expect(merged).toEqual({
      ...tenants,
      color: { ...tenants.color, primaryColor: '#0E6B5C' },
      // No dark logo: that of the tenant would not match.
      branding: {
        logoUrl: 'https://shop.example/logo.png',
        favicon: 'https://shop.example/icon.png',
        darkFavicon: 'https://shop.example/dark-icon.png',
      },
      customCss: '.shop{}',
      privacyPolicyUrl: 'https://shop.example/privacy',
    });
  }
  const page = await signInPage(id);
  expect(page).toContain(`--brand:${brandPalette('#0E6B5C', 'light').brand}`);
  expect(page).toContain('<link rel="icon" href="https://shop.example/icon.png">');
  expect(page).toContain(
    '<link rel="icon" href="https://shop.example/dark-icon.png" media="(prefers-color-scheme:dark)">',
  );
  expect(page).toContain('.shop{}');
  expect(page).not.toContain('.tenant{}');
  expect(page).toContain('https://shop.example/privacy');
});

test('the display name applies to third-party applications only', async () => {
  const [own, foreign] = [await createApplication(), await createApplication(true)];
  for (const id of [own, foreign]) {
    await brand(id, { displayName: 'Ledgerly & Sons' });
  }
  expect(await signInPage(own)).toContain('<title>Shop</title>');
  expect(await signInPage(foreign)).toContain('<title>Ledgerly &#38; Sons</title>');
});

test('the page uses the branding of the running sign-in, not of the one in a cookie', async () => {
  const [branded, plain] = [await createApplication(), await createApplication()];
  await brand(branded, { customCss: '.branded{}' });
  const page = await signInPage(plain);
  expect(page).not.toContain('.branded{}');
  const browser = createBrowser({ cookie: `postern_default_context=${encodeURIComponent(`{"appId":"${branded}"}`)}` });
  expect(await (await browser.request(`${app.endpoint}/unknown-session`)).text()).toContain('.branded{}');
});

test('a hostile style or name cannot close its element', async () => {
  const id = await createApplication(true);
  await brand(id, {
    customCss: '</style><script>alert(1)</script>',
    displayName: '</title></script><script>alert(1)</script>',
  });
  const page = await signInPage(id);
  expect(page).not.toMatch(/<\/(style|title|script)><script>alert/);
});

test('unknown, foreign and malformed ids change nothing', async () => {
  const tenants = await experienceFor();
  for (const appId of ['nobody', 'demo-app', "'; drop", '%']) {
    expect(await experienceFor(appId)).toEqual(tenants);
  }
  const { status } = await app.call(wellKnownApi.signInExperience, { query: { appId: 'x'.repeat(22) } });
  expect(status).toBe(400);
});

test('another tenant sees nothing', async () => {
  const id = await createApplication();
  await brand(id, { customCss: '.mine{}' });
  const { body } = await app.call(wellKnownApi.signInExperience, { tenantId: 'admin', query: { appId: id } });
  expect(body.customCss).toBeNull();
});
