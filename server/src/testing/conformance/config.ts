import { expect } from 'vitest';
import { type Check, type Plan, passes } from './plan.ts';
import { get } from './world.ts';

const discovery: Check = async ({ issuer, metadata, app }) => {
  expect(metadata.issuer).toBe(issuer);
  for (const name of ['authorization', 'token', 'userinfo', 'end_session', 'pushed_authorization_request']) {
    expect(metadata[`${name}_endpoint`]).toMatch(new RegExp(`^${app.endpoint}/`));
  }
  expect(metadata.scopes_supported).toContain('openid');
  expect(metadata.response_types_supported).toContain('code');
  expect(metadata.subject_types_supported).toEqual(['public', 'pairwise']);
  expect(metadata.id_token_signing_alg_values_supported).toContain('RS256');
  expect(metadata.claims_supported).toEqual(expect.arrayContaining(['sub', 'iss', 'auth_time', 'acr']));
  expect(metadata.claims_parameter_supported).toEqual(expect.any(Boolean));
  expect(metadata.request_uri_parameter_supported).toBe(false);
  const { status, body, headers } = await get(metadata.jwks_uri);
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('json')]);
  for (const key of body.keys as Record<string, unknown>[]) {
    expect(key).toMatchObject({ kid: expect.any(String), kty: expect.stringMatching(/^(EC|RSA)$/), use: 'sig' });
    for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) {
      expect(key).not.toHaveProperty(secret);
    }
  }
};

export const configPlan: Plan = {
  id: 'oidcc-config-certification-test-plan',
  title: 'Config OP',
  modules: { 'oidcc-discovery-endpoint-verification': passes(discovery) },
};
