import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { isDomainName } from '@postern/contracts/access/domains';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { App } from '#platform/app';
import { ownHosts } from '#platform/tenancy/custom-domains';
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
 * the tenants and the proxy, as without TLS. Browsers are not asked for a certificate, so clients with certificates use
 * another port.
 */
export function createTlsServer(
  app: App,
  core: FastifyInstance,
  proxy: DomainProxy | undefined,
  certificates: () => Certificates,
  asksForCertificate = false,
): Server {
  const isOwn = ownHosts(app.config);

  /** A connection stays open when its domain is deleted, so every request looks the domain up. */
  async function receiverOf({ headers }: IncomingMessage): Promise<'core' | 'proxy' | 'none'> {
    const hostname = (headers.host ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
    if (isOwn(hostname) || !isDomainName(hostname)) {
      return 'core';
    }
    const domain = await app.domains.find(hostname);
    if (!domain) {
      return 'none';
    }
    return domain.applicationId === undefined ? 'core' : 'proxy';
  }

  /** Without a proxy, the core server refuses the domains of protected applications. */
  function receive(receiver: 'core' | 'proxy' | 'none', request: IncomingMessage, response: ServerResponse): void {
    if (receiver === 'none') {
      // The client opens a new connection, which gets no certificate any more (RFC 9110 §15.5.20).
      response
        .writeHead(421, {
          'content-type': 'text/plain; charset=utf-8',
          'cache-control': 'no-store',
          connection: 'close',
        })
        .end('There is no website at this address.\n');
      return;
    }
    ((receiver === 'proxy' && proxy?.server) || core).routing(request, response);
  }

  const server = createServer(
    {
      minVersion: 'TLSv1.2',
      // Applications check the certificate, so the handshake accepts any and none.
      ...(asksForCertificate ? { requestCert: true, rejectUnauthorized: false } : {}),
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
      receiverOf(request).then(
        (receiver) => receive(receiver, request, response),
        (error) => {
          app.log.error({ err: error }, 'domain look-up failed');
          response.writeHead(503, { connection: 'close' }).end();
        },
      );
    },
  );
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    receiverOf(request).then(
      (receiver) => (receiver === 'proxy' && proxy ? proxy.accept(request, socket, head) : socket.destroy()),
      (error) => {
        app.log.error({ err: error }, 'domain look-up failed');
        socket.destroy();
      },
    );
  });
  return server;
}
