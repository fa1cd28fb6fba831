import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { mtlsEndpointOf, readConfig } from '#platform/config/config';
import { NoTenantError } from './no-tenant-error.ts';
import { tenantByHost } from './tenant-by-host.ts';

const requestTo = (host: string) => ({ host, raw: {} }) as FastifyRequest;

test('MTLS_ENDPOINT with * gives each tenant a host for clients with certificates', () => {
  const config = readConfig({
    EDITION: 'cloud',
    ENDPOINT: 'https://*.auth.example.com',
    TRUST_PROXY: '10.0.0.1',
    MTLS_CERTIFICATE_HEADER: 'client-cert',
    MTLS_ENDPOINT: 'https://*.mtls.example.com',
  });
  expect(mtlsEndpointOf(config, 'shop1')).toBe('https://shop1.mtls.example.com');
  expect(mtlsEndpointOf(config, 'admin')).toBeUndefined();
  const tenantOf = tenantByHost(config);
  expect(tenantOf(requestTo('shop1.mtls.example.com'))).toBe('shop1');
  expect(tenantOf(requestTo('SHOP1.auth.example.com'))).toBe('shop1');
  for (const host of [
    'mtls.example.com',
    'admin.mtls.example.com',
    'a.b.mtls.example.com',
    'shop1.mtls.example.com.evil',
  ]) {
    expect(() => tenantOf(requestTo(host)), host).toThrow(NoTenantError);
  }
});

test('without MTLS_ENDPOINT its host belongs to no tenant', () => {
  const tenantOf = tenantByHost(readConfig({ EDITION: 'cloud', ENDPOINT: 'https://*.auth.example.com' }));
  expect(() => tenantOf(requestTo('shop1.mtls.example.com'))).toThrow(NoTenantError);
});
