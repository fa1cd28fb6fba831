import { createServer } from 'node:http';
import { SAML, type SamlConfig } from '@node-saml/node-saml';
import { freePort } from './free-port.ts';

export type ServiceProvider = {
  url: string;
  entityId: string;
  acsUrl: string;
  /** Configures the identity provider from its metadata. */
  connect(metadataUrl: string): Promise<void>;
  stop(): Promise<void>;
};

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const safe = (value: unknown) => String(value).replace(/[&<>"]/g, (character) => escapes[character] ?? '');
const document = (body: string) =>
  `<!doctype html><html lang="en"><title>Expense portal</title><main><h1>Expense portal</h1>${body}</main></html>`;

const readFrom = (metadata: string, pattern: RegExp) => pattern.exec(metadata)?.[1] ?? '';

/** A small third-party web application that signs in with SAML and shows the attributes it received. */
export async function startServiceProvider(): Promise<ServiceProvider> {
  const url = `http://localhost:${await freePort()}`;
  const [entityId, acsUrl] = [`${url}/metadata`, `${url}/acs`];
  let saml: SAML | undefined;

  async function accept(body: string): Promise<string> {
    const fields = Object.fromEntries(new URLSearchParams(body));
    const { profile } = (await saml?.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse ?? '' })) ?? {};
    const rows = Object.entries({ ...profile, RelayState: fields.RelayState })
      .filter(([, value]) => typeof value === 'string')
      .map(([name, value]) => `<tr><th scope="row">${safe(name)}</th><td>${safe(value)}</td></tr>`);
    return document(`<table aria-label="Attributes">${rows.join('')}</table>`);
  }

  const server = createServer(async (request, response) => {
    try {
      if (request.method === 'POST') {
        let body = '';
        for await (const part of request) {
          body += part;
        }
        response.setHeader('content-type', 'text/html').end(await accept(body));
      } else if (request.url === '/sign-in') {
        const location = (await saml?.getAuthorizeUrlAsync('after=sign-in', undefined, {})) ?? '';
        response.writeHead(302, { location }).end();
      } else {
        response.setHeader('content-type', 'text/html').end(document('<a href="/sign-in">Sign in</a>'));
      }
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/html' }).end(document(safe(error)));
    }
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), resolve));

  return {
    url,
    entityId,
    acsUrl,
    async connect(metadataUrl) {
      const metadata = await (await fetch(metadataUrl)).text();
      saml = new SAML({
        callbackUrl: acsUrl,
        issuer: entityId,
        audience: entityId,
        entryPoint: readFrom(metadata, /SingleSignOnService Binding="[^"]*HTTP-Redirect" Location="([^"]+)"/),
        idpIssuer: readFrom(metadata, /entityID="([^"]+)"/),
        idpCert: readFrom(metadata, /<ds:X509Certificate>([^<]+)</),
        validateInResponseTo: 'always',
      } as SamlConfig);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
