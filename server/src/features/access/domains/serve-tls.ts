import type { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
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

/** The proxy of protected applications, which serves their custom domains. */
type DomainProxy = {
  server: FastifyInstance;
  accept(request: IncomingMessage, socket: Socket, head: Buffer): void;
};

/**
 * Serves requests over TLS. The name in the handshake (SNI) selects the certificate; the Host header selects between
 * the tenants and the proxy, as without TLS.
 */
export function createTlsServer(
  app: App,
  core: FastifyInstance,
  proxy: DomainProxy | undefined,
  certificates: () => Certificates,
): Server {
  async function isForProxy({ headers }: IncomingMessage): Promise<boolean> {
    const hostname = (headers.host ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
    return isDomainName(hostname) && (await app.domains.find(hostname))?.applicationId !== undefined;
  }

  const server = createServer(
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
    (request, response) => {
      if (!proxy) {
        core.routing(request, response);
        return;
      }
      isForProxy(request).then(
        (isProxied) => (isProxied ? proxy.server : core).routing(request, response),
        (error) => {
          app.log.error({ err: error }, 'domain look-up failed');
          response.writeHead(503, { connection: 'close' }).end();
        },
      );
    },
  );
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    isForProxy(request).then(
      (isProxied) => (isProxied && proxy ? proxy.accept(request, socket, head) : socket.destroy()),
      (error) => {
        app.log.error({ err: error }, 'domain look-up failed');
        socket.destroy();
      },
    );
  });
  return server;
}
