import { StartedSsoConnectionTest } from '@postern/contracts/people/sso-connection-tests';
import { SsoSetup, SsoSetupConnector, SsoSetupTest, ssoSetupApi } from '@postern/contracts/people/sso-setup';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api, endTest, openPage } from '../testing/open-page.tsx';

const saml = sample(SsoSetupConnector, {
  providerName: 'SAML',
  providerType: 'saml',
  values: { entityId: 'https://acme.test/sso', assertionConsumerServiceUrl: 'https://acme.test/acs' },
  config: { metadataUrl: 'https://idp.acme.example/metadata' },
  isConfigured: true,
});
const oidc = sample(SsoSetupConnector, {
  providerName: 'OIDC',
  providerType: 'oidc',
  values: { redirectUri: 'https://acme.test/callback' },
  config: {},
  isConfigured: false,
});

/** A link whose set-up is open in this browser. */
const setup = (given: Partial<SsoSetup> = {}) =>
  sample(SsoSetup, {
    id: 'link',
    name: 'Acme Corp',
    status: 'open',
    purposes: ['connect', 'domain'],
    providers: ['OIDC', 'SAML'],
    canChooseProvider: true,
    connector: saml,
    domains: [
      {
        domain: 'acme.example',
        recordName: '_postern-challenge.acme.example',
        recordValue: 'x',
        isProven: true,
        problem: null,
      },
    ],
    isTested: false,
    directory: null,
    expiresAt: Date.UTC(2060, 0, 1),
    ...given,
  });

async function openSetup(given: Partial<SsoSetup> = {}) {
  api.on(ssoSetupApi.get, setup(given));
  await openPage('/setup/link');
}

const step = (name: RegExp) => page.getByRole('navigation').getByRole('button', { name });
const field = (name: string) => page.getByRole('textbox', { name });

afterEach(endTest);

test.each([
  [oidc, 'Register this application with your OpenID Connect provider'],
  [saml, 'Register this application with your SAML 2.0 provider'],
])('the page has the name of the link, and names the kind of provider', async (connector, title) => {
  await openSetup({ connector });
  await expect.element(page.getByRole('heading', { name: 'Set up single sign-on for Acme Corp' })).toBeVisible();
  await step(/Register/).click();
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
});

test('products that use a general protocol have steps of their own', async () => {
  await openSetup();
  await step(/Register/).click();
  await expect.element(page.getByText('Create a SAML 2.0 application.')).toBeVisible();
  const product = page.getByRole('combobox', { name: 'Product' });
  const middleOf = (element: Element | null) => {
    const { top = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
    return top + height / 2;
  };
  const arrow = product.element().parentElement?.querySelector('svg') ?? null;
  expect(Math.abs(middleOf(arrow) - middleOf(product.element()))).toBeLessThan(2);
  await product.selectOptions('OneLogin');
  await expect.element(page.getByText('In OneLogin Administration, open Applications → Applications.')).toBeVisible();
  await expect
    .element(page.getByText('Copy “Entity ID (audience)” from here into “Configuration → Audience (EntityID)” there.'))
    .toBeVisible();
  await expect.element(page.getByText('Create a SAML 2.0 application.')).not.toBeInTheDocument();
  await expectToFit();
  await product.selectOptions('');
  await expect.element(page.getByText('Create a SAML 2.0 application.')).toBeVisible();
});

test('on a phone, each step begins below the list of steps', async () => {
  await openSetup();
  await page.viewport(390, 844);
  await step(/Email domains/).click();
  await expect.element(page.getByRole('heading', { name: 'Prove your email domains' })).toBeVisible();
  const steps = page.getByRole('navigation').element().getBoundingClientRect();
  expect(page.getByRole('main').element().getBoundingClientRect().top - steps.bottom).toBeLessThan(24);
  await page.viewport(1440, 900);
});

test('attributes are mapped in a step of their own, and other settings stay', async () => {
  api.on(ssoSetupApi.connect, ({ body }) => setup({ connector: { ...saml, config: body.config } }));
  await openSetup();
  await expect.element(page.getByRole('heading', { name: 'Which attributes describe a person?' })).toBeVisible();
  await expectToFit();
  await field('Email address').fill(' mail ');
  await page.getByRole('button', { name: 'Save attributes' }).click();
  await expect.element(page.getByRole('heading', { name: 'Prove your email domains' })).toBeVisible();
  expect(api.requestsOf(ssoSetupApi.connect).map(({ body }) => body.config)).toEqual([
    { ...saml.config, attributeMapping: { email: 'mail' } },
  ]);
  await step(/Attributes/).click();
  await expect.element(field('Email address')).toHaveValue('mail');

  await step(/Connect/).click();
  await page.getByRole('button', { name: 'Check and save' }).click();
  await expect
    .poll(() => api.requestsOf(ssoSetupApi.connect).at(-1)?.body.config)
    .toEqual({
      ...saml.config,
      attributeMapping: { email: 'mail' },
    });
});

test('a test with an address outside of the proven domains passes with a warning', async () => {
  const window = { opener: null, location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(globalThis, 'open').mockReturnValue(window as unknown as Window);
  api.on(ssoSetupApi.startTest, sample(StartedSsoConnectionTest, { id: 'test', uri: 'https://acme.test/start' }));
  api.on(
    ssoSetupApi.readTest,
    sample(SsoSetupTest, {
      status: 'passed',
      problems: [
        { code: 'domain_mismatch', severity: 'warning', title: 'Title', advice: 'Advice', details: 'other.example' },
      ],
      mapped: { id: 'ada', email: 'ada@other.example', name: null },
      received: ['displayName', 'mail', 'nameID'],
    }),
  );
  await openSetup({ connector: { ...saml, config: { ...saml.config, attributeMapping: {} } } });
  await page.getByRole('button', { name: 'Start test' }).click();
  await expect.element(page.getByText('The sign-in works, but read the note below.')).toBeVisible();
  await expect.element(page.getByText('other.example is not one of your proven email domains.')).toBeVisible();
  await expect.element(page.getByText('displayName')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible();
  await expectToFit();
});
