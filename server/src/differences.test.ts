import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { usersApi } from '@postern/contracts/people/users';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { demoAppId, managementApiIndicator } from '@postern/contracts/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

/** What stays different from other installations on purpose: see docs/differences.md. */
let app: TestApp;
let token: string;
const invalid = { status: 400, body: { code: 'guard.invalid_input' } };

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

describe('refused here', () => {
  test('an address of a webhook that can never be called, before the missing event', async () => {
    const config = { url: 'not an address' };
    expect(await app.call(webhooksApi.create, { token, body: { config } })).toMatchObject(invalid);
    const { body: hook } = await app.call(webhooksApi.create, {
      token,
      body: { events: ['User.Created'], config: { url: 'https://a.example' } },
    });
    expect(await app.call(webhooksApi.update, { token, params: { id: hook.id }, body: { config } })).toMatchObject(
      invalid,
    );
  });

  test('domains with an underscore', async () => {
    const emailDomain = 'our_company.example';
    const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: 'Acme' } });
    expect(
      await app.call(organizationJitApi.addDomain, { token, params: { id: organization.id }, body: { emailDomain } }),
    ).toMatchObject(invalid);
    const body = { providerName: 'OIDC' as const, connectorName: 'Acme', domains: [emailDomain] };
    expect((await app.call(ssoConnectorsApi.create, { token, body })).status).toBe(400);
  });

  test.each(['javascript:alert(1)', 'data:image/png;base64,AAAA', 'ftp://a.example/logo.png'])(
    'the logo %s',
    async (logoUrl) => {
      for (const branding of [{ logoUrl }, { favicon: logoUrl }]) {
        expect(await app.call(signInExperienceApi.update, { token, body: { branding } })).toMatchObject(invalid);
      }
    },
  );

  test('a PEM frame that holds no certificate', async () => {
    const { body: application } = await app.call(samlApplicationsApi.create, { token, body: { name: 'Payroll' } });
    const certificate = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
    const encryption = { encryptAssertion: true, encryptThenSign: false, certificate };
    expect(
      await app.call(samlApplicationsApi.update, { token, params: { id: application.id }, body: { encryption } }),
    ).toMatchObject({ status: 400, body: { code: 'application.saml.invalid_certificate_pem_format' } });
  });

  test.each(['javascript:alert(1)', 'ftp://payroll.example/acs', 'payroll://acs'])(
    'the ACS address %s',
    async (url) => {
      const { body: application } = await app.call(samlApplicationsApi.create, { token, body: { name: 'Payroll' } });
      const acsUrl = { url, binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST' as const };
      for (const body of [{ acsUrl }, { additionalAcsUrls: [url] }]) {
        expect(
          await app.call(samlApplicationsApi.update, { token, params: { id: application.id }, body }),
        ).toMatchObject(invalid);
      }
    },
  );

  test('malformed JSON at the token endpoint', async () => {
    const { status, body } = await app.inject(app.core, {
      method: 'POST',
      url: '/oidc/token',
      headers: { host: 'core.test', 'content-type': 'application/json' },
      payload: '{"grant_type":',
    });
    expect([status, body]).toMatchObject([400, { error: 'invalid_request' }]);
    expect(JSON.stringify(body)).not.toContain('client authentication');
  });
});

test('issues of invalid input have codes of their own', async () => {
  const { body } = await app.call(usersApi.create, { token, body: { primaryEmail: 'no address' } });
  expect(body).toMatchObject({
    code: 'guard.invalid_input',
    data: { issues: [{ path: ['primaryEmail'], code: 'invalid_email' }] },
  });
  const events = Array.from({ length: 500 }, () => 'User.Created' as const);
  const many = await app.call(webhooksApi.create, { token, body: { events, config: { url: 'https://a.example' } } });
  expect(many.body).toMatchObject({ data: { issues: [{ path: ['events'], code: 'too_many' }] } });
});

test('what every tenant has is named by us', async () => {
  const { body: demo } = await app.call(applicationsApi.get, { token, params: { id: demoAppId } });
  expect(demo.name).toBe('Demo app');
  const { body: resources } = await app.call(resourcesApi.list, { token });
  expect(resources.find(({ indicator }) => indicator === managementApiIndicator('default'))?.name).toBe(
    'Management API',
  );
});
