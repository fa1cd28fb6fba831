import { createServer, type Server } from 'node:https';
import { createSecureContext, type SecureContext } from 'node:tls';
import { isDomainName } from '@postern/contracts/access/domains';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { App } from '#platform/app';
import { keyPurpose } from './seal-certificate.ts';
import { findCertificate } from './store.ts';

export type Certificates = {
  find(domain: string): Promise<SecureContext | undefined>;
  forget(domain: string): void;
};

const maxContexts = 5000;

/** Certificates of active domains. Names without one are cached too. */
export function createCertificates({ tenancy, vault, cache }: App): Certificates {
  const contexts = new LRUCache<string, { found: Promise<SecureContext | undefined> }>({ max: maxContexts });
  cache.onDrop((tenantId) => tenantId === undefined && contexts.clear());

  async function load(domain: string): Promise<SecureContext | undefined> {
    const stored = await tenancy.system((db) => findCertificate(db, domain));
    return (
      stored &&
      createSecureContext({
        cert: stored.certificate,
        key: vault.open(keyPurpose(stored.tenantId, stored.id), stored.certificateKey),
      })
    );
  }

  return {
    find(domain) {
      const known = contexts.get(domain);
      if (known) {
        return known.found;
      }
      const entry = { found: load(domain) };
      contexts.set(domain, entry);
      entry.found.catch(() => contexts.get(domain) === entry && contexts.delete(domain));
      return entry.found;
    },
    forget: (domain) => void contexts.delete(domain),
  };
}

/** Serves the requests of `core` over TLS. The name in the handshake (SNI) selects the certificate. */
export function createTlsServer(app: App, core: FastifyInstance, certificates: () => Certificates): Server {
  return createServer(
    {
      minVersion: 'TLSv1.2',
      SNICallback: (name, done) => {
        const domain = name.toLowerCase();
        if (!isDomainName(domain)) {
          done(null);
          return;
        }
        certificates()
          .find(domain)
          .then(
            (context) => done(null, context),
            (error) => {
              app.log.error({ err: error, domain }, 'certificate load failed');
              done(error);
            },
          );
      },
    },
    (request, response) => core.routing(request, response),
  );
}
