import type { App, Feature } from '#platform/app';
import { certifyDomain } from './certify.ts';
import { certifyQueue, checkDomain, checkQueue } from './check.ts';
import { challengeRoute, domainRoutes } from './routes.ts';
import { sealedKeys } from './seal-certificate.ts';
import { type Certificates, createCertificates, createTlsServer } from './serve-tls.ts';

export {
  addApplicationDomain,
  hasApplicationDomains,
  listApplicationDomains,
  removeApplicationDomain,
} from './application-domains.ts';

export { sendVerificationFile } from './serve-file.ts';

const certificatesOf = (app: App) => app.stateOf<Certificates>('domains');

/** Serves `core` and the proxy over TLS, with the certificates of the custom domains. */
export const serveTls = (
  app: App,
  core: Parameters<typeof createTlsServer>[1],
  proxy: Parameters<typeof createTlsServer>[2],
  asksForCertificate = false,
) => createTlsServer(app, core, proxy, () => certificatesOf(app), asksForCertificate);

export const domains: Feature = {
  name: 'domains',
  sealed: sealedKeys,
  start: async (app): Promise<Certificates> => createCertificates(app),
  tenantRoutes: (scope) => {
    domainRoutes(scope);
    challengeRoute(scope);
  },
  queues: [
    {
      queue: checkQueue,
      isOutbound: true,
      perTenant: 2,
      longestPauseSeconds: 3600,
      maxAttempts: 100,
      run: checkDomain,
    },
    {
      queue: certifyQueue,
      isOutbound: true,
      perTenant: 1,
      isOn: ({ config }) => config.customDomains.tls !== undefined,
      run: certifyDomain,
    },
  ],
  channels: {
    postern_domain_changed: (app, domain) => {
      app.domains.forget(domain);
      certificatesOf(app).forget(domain);
    },
  },
};
