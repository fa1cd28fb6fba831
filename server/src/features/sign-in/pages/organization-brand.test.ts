import { applicationBrandingApi } from '@postern/contracts/access/application-branding';
import { applicationsApi } from '@postern/contracts/access/applications';
import { brandPalette } from '@postern/contracts/brand';
import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { type CreateOrganization, organizationsApi } from '@postern/contracts/people/organizations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListeningApp, listeningApp } from '#testing/flows';
import { createBrowser } from '../../../platform/testing/browser.ts';

let app: ListeningApp;
let token: string;
let shop: string;
const redirectUri = 'http://localhost:9/callback';

async function createApplication(): Promise<string> {
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'Traditional',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    },
  });
  return body.id;
}

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  await app.write('default', (db) =>
    db
      .updateTable('sign_in_experiences')
      .set({
        branding: JSON.stringify({
          logoUrl: 'https://tenant.example/logo.png',
          favicon: 'https://tenant.example/i.png',
        }),
        custom_css: '.tenant{}',
      })
      .execute(),
  );
  shop = await createApplication();
  await app.call(applicationBrandingApi.save, {
    token,
    params: { applicationId: shop },
    body: {
      color: { primaryColor: '#0E6B5C' },
      branding: { logoUrl: 'https://shop.example/logo.png' },
      customCss: '.shop{}',
      termsOfUseUrl: 'https://shop.example/terms',
      privacyPolicyUrl: null,
    },
  });
});
afterAll(() => app.close());

const createOrganization = async (body: Partial<CreateOrganization> = {}) =>
  (await app.call(organizationsApi.create, { token, body: { name: 'Acme', ...body } })).body.id;

const look: Partial<CreateOrganization> = {
  color: { primaryColor: '#7A1F5C', isDarkModeEnabled: true, darkPrimaryColor: '#F29AD0' },
  branding: {
    logoUrl: 'https://acme.example/logo.png',
    darkLogoUrl: 'https://acme.example/dark.png',
    favicon: 'https://acme.example/icon.png',
    darkFavicon: 'https://acme.example/dark-icon.png',
  },
  customCss: '.acme{}',
};

const experienceFor = async (query: { appId?: string; organizationId?: string }, tenantId = 'default') =>
  (await app.call(wellKnownApi.signInExperience, { tenantId, query })).body;

/** The sign-in page of the application for an organization. */
async function signInPage(organizationId?: string, browser = createBrowser()): Promise<string> {
  const query = new URLSearchParams({
    client_id: shop,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    ...(organizationId === undefined ? {} : { organization_id: organizationId }),
  });
  const reached = await browser.follow(`${app.endpoint}/oidc/auth?${query}`, [`${app.endpoint}/sign-in`]);
  return (await browser.request(reached)).text();
}

/** Without what differs between all sign-ins, also in the links of the page, which keep the query of its address. */
const withoutNonce = (page: string) =>
  page.replace(/nonce="[^"]*"|"interaction":"[\w-]*",?/g, '').replace(/ href="\/register\?[^"]*"/g, '');

test('an organization overrides the application, which overrides the tenant', async () => {
  const organizationId = await createOrganization(look);
  const plain = await experienceFor({ appId: shop });
  const merged = await experienceFor({ appId: shop, organizationId });
  expect(merged).toEqual({ ...plain, color: look.color, branding: look.branding, customCss: '.acme{}' });
  // An organization has no documents of its own.
  expect(merged.termsOfUseUrl).toBe('https://shop.example/terms');
  const alone = await experienceFor({ organizationId });
  expect(alone).toMatchObject({ branding: look.branding, customCss: '.acme{}' });
  expect((await app.call(wellKnownApi.experience, { query: { organizationId } })).body).toEqual(alone);
});

test('the sign-in page of an organization shows its logos, icons, colors and style', async () => {
  const organizationId = await createOrganization(look);
  const page = await signInPage(organizationId);
  expect(page).toContain(`--brand:${brandPalette('#7A1F5C', 'light').brand}`);
  expect(page).toContain(`--brand:${brandPalette('#F29AD0', 'dark').brand}`);
  expect(page).toContain('<link rel="icon" href="https://acme.example/icon.png">');
  expect(page).toContain(
    '<link rel="icon" href="https://acme.example/dark-icon.png" media="(prefers-color-scheme:dark)">',
  );
  expect(page).toContain('https://acme.example/logo.png');
  expect(page).toContain('https://acme.example/dark.png');
  expect(page).toContain('.acme{}');
  expect(page).not.toContain('.shop{}');
  expect(page).toContain('<title>Shop</title>');
});

test('parts that an organization does not set stay those of the application', async () => {
  const organizationId = await createOrganization({ branding: { logoUrl: 'https://acme.example/logo.png' } });
  expect(await experienceFor({ appId: shop, organizationId })).toMatchObject({
    color: { primaryColor: '#0E6B5C' },
    branding: { logoUrl: 'https://acme.example/logo.png', favicon: 'https://tenant.example/i.png' },
    customCss: '.shop{}',
  });
});

test('a change of the branding shows on the next page, and a deleted organization has none', async () => {
  const organizationId = await createOrganization(look);
  expect(await signInPage(organizationId)).toContain('.acme{}');
  const params = { id: organizationId };
  await app.call(organizationsApi.update, { token, params, body: { customCss: '.renewed{}' } });
  expect(await signInPage(organizationId)).toContain('.renewed{}');
  await app.call(organizationsApi.remove, { token, params });
  expect(await signInPage(organizationId)).toContain('.shop{}');
});

test('a later sign-in without the organization does not keep its branding', async () => {
  const organizationId = await createOrganization(look);
  const browser = createBrowser();
  expect(await signInPage(organizationId, browser)).toContain('.acme{}');
  // A page that does not know its sign-in uses the latest one.
  const missing = async () => (await browser.request(`${app.endpoint}/unknown-session`)).text();
  expect(await missing()).toContain('.acme{}');
  expect(await signInPage(undefined, browser)).not.toContain('.acme{}');
  expect(await missing()).not.toContain('.acme{}');
});

test('attack 19: unknown, malformed and foreign organizations change and reveal nothing', async () => {
  await app.write('admin', (db) =>
    db
      .insertInto('organizations')
      .values({ id: 'theirs', name: 'Theirs', branding: JSON.stringify(look.branding), custom_css: '.theirs{}' })
      .execute(),
  );
  const plain = await experienceFor({ appId: shop });
  for (const organizationId of ['nobody', 'theirs', "'; drop", '%', '']) {
    expect(await experienceFor({ appId: shop, organizationId })).toEqual(plain);
  }
  const page = withoutNonce(await signInPage());
  for (const organizationId of ['nobody', 'theirs', 'x'.repeat(2000)]) {
    expect(withoutNonce(await signInPage(organizationId))).toBe(page);
  }
  const { status } = await app.call(wellKnownApi.signInExperience, { query: { organizationId: 'x'.repeat(22) } });
  expect(status).toBe(400);
});

test('attack 34: the style of an organization cannot close its element', async () => {
  const organizationId = await createOrganization({ customCss: '</style><script>alert(1)</script>' });
  expect(await signInPage(organizationId)).not.toMatch(/<\/style><script>alert/);
});
