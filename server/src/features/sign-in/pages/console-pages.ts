import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import { version } from '#platform/config/version';
import { createAssets, createTemplate, distFolder, embedJson, policySource } from '#platform/http/pages';
import type { Scope } from '#platform/http/route';
import { newNonce } from '#platform/secrets/ids';
import { hasMailbox } from '../../messages/mailbox/index.ts';

function configOf(app: App, prefix: string, base: string) {
  const { edition, adminEndpoint, docsUrl, releaseInfoUrl, contact, protectedApps, customDomains, assistant, tracker } =
    app.config;
  return {
    edition,
    prefix,
    base,
    version,
    docsUrl: docsUrl ?? `${adminEndpoint}/docs`,
    releaseInfoUrl: releaseInfoUrl ?? null,
    hasMailbox: hasMailbox(app),
    hasProtectedApps: protectedApps !== undefined,
    hasLanguageModel: assistant !== undefined,
    hasTracker: tracker !== undefined,
    hasDomainCertificates: customDomains.tls !== undefined,
    contact,
  };
}

/** The admin console: under /console in the open-source edition, at the root of the admin origin in the cloud edition. */
export function consolePages({ app, server, prefix }: Scope) {
  const { edition, endpoint } = app.config;
  const path = edition === 'cloud' ? '/' : '/console/';
  const base = prefix + path;
  const sendTemplate = createTemplate(`${distFolder('console')}/index.html`);
  const sendAsset = createAssets(`${distFolder('console')}/assets`);
  const connect = [
    ...(edition === 'oss' ? [policySource(endpoint)] : []),
    ...(app.config.releaseInfoUrl ? [new URL(app.config.releaseInfoUrl).origin] : []),
  ];

  server.get(`${path}assets/*`, (request, reply) =>
    sendAsset(request, reply, (request.params as { '*': string })['*']),
  );

  return {
    path,
    sendConsole(_request: FastifyRequest, reply: FastifyReply) {
      const nonce = newNonce();
      const head = embedJson('postern-config', configOf(app, prefix, base));
      // Allows the preview of the sign-in pages in a frame; in the cloud edition the star matches any tenant.
      return sendTemplate(reply, { nonce, head, connect, folder: base, frames: [policySource(endpoint)] });
    },
  };
}
