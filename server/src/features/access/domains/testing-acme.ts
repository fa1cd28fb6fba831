import { createHash, webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
// Needed by the next import.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

type Jws = { protected: string; payload: string };
type Options = {
  /** Fetches the proof as a certificate authority does; undefined if the domain does not answer. */
  fetchProof(domain: string, path: string): Promise<string | undefined>;
  /** The lifetime of certificates, which began a minute ago. */
  days?: () => number;
  /** Refuses accounts without a binding to this key. */
  bindingKid?: string;
  /** The values of the TXT record of a name. With it, DNS-01 is offered and HTTP-01 is not. */
  findTexts?: (name: string) => string[];
};

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString() || '{}');

/** The thumbprint of an EC key (RFC 7638). */
const thumbprintOf = ({ crv, kty, x, y }: Record<string, string>) =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');

async function signRequest(csr: string, caKeys: webcrypto.CryptoKeyPair, days: number): Promise<string> {
  const request = new x509.Pkcs10CertificateRequest(Buffer.from(csr, 'base64url'));
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: '01',
    subject: request.subject,
    issuer: 'CN=Test authority',
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() - 60_000 + days * 86_400_000),
    publicKey: request.publicKey,
    signingKey: caKeys.privateKey,
    signingAlgorithm: algorithm,
    extensions: request.extensions,
  });
  return certificate.toString('pem');
}

/** A certificate authority with one order at a time (RFC 8555), without checks of nonces and signatures. */
export async function startAcme({ fetchProof, days = () => 90, bindingKid, findTexts }: Options) {
  x509.cryptoProvider.set(webcrypto);
  const caKeys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
  const token = 'a-token-of-the-test-authority-1234567890';
  const accounts = new Set<string>();
  const contacts: string[][] = [];
  let orders = 0;
  let domain = '';
  let thumbprint = '';
  let state = 'pending';
  let certificate = '';

  const server = createServer(async (request, response) => {
    const base = `http://127.0.0.1:${port()}`;
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const jws = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Jws) : undefined;
    const payload = jws ? decode(jws.payload) : {};
    const send = (status: number, body: unknown, location = '') => {
      response.writeHead(status, {
        'content-type': typeof body === 'string' ? 'application/pem-certificate-chain' : 'application/json',
        'replay-nonce': 'nonce',
        ...(location ? { location: base + location } : {}),
      });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    const refuse = (type: string, detail: string) =>
      send(400, { type: `urn:ietf:params:acme:error:${type}`, detail, status: 400 });
    const challenge = () => ({
      type: findTexts ? 'dns-01' : 'http-01',
      url: `${base}/challenge`,
      token,
      status: state,
      ...(state === 'invalid'
        ? { error: { type: 'urn:ietf:params:acme:error:unauthorized', detail: 'Wrong proof' } }
        : {}),
    });
    const order = () => ({
      status: certificate ? 'valid' : state === 'valid' ? 'ready' : state,
      identifiers: [{ type: 'dns', value: domain }],
      authorizations: [`${base}/authorization`],
      finalize: `${base}/finalize`,
      ...(certificate ? { certificate: `${base}/certificate` } : {}),
    });
    switch (request.url) {
      case '/directory':
        return send(200, {
          newNonce: `${base}/nonce`,
          newAccount: `${base}/account`,
          newOrder: `${base}/order`,
          meta: {},
        });
      case '/nonce':
        return send(200, {});
      case '/account': {
        const { jwk } = decode(jws?.protected ?? '');
        thumbprint = thumbprintOf(jwk);
        if (accounts.has(thumbprint)) {
          return send(200, { status: 'valid' }, '/account/1');
        }
        if (payload.onlyReturnExisting) {
          return refuse('accountDoesNotExist', 'There is no account with this key');
        }
        const binding = payload.externalAccountBinding;
        if (bindingKid !== undefined && (!binding || decode(binding.protected).kid !== bindingKid)) {
          return refuse('externalAccountRequired', 'The account must be bound');
        }
        accounts.add(thumbprint);
        contacts.push(payload.contact ?? []);
        return send(201, { status: 'valid' }, '/account/1');
      }
      case '/account/1':
        // As Pebble and Boulder do: an update without a contact must be a POST-as-GET (RFC 8555 §7.3.2).
        if (jws?.payload && !payload.contact) {
          return refuse('malformed', 'Use POST-as-GET to retrieve account data instead of doing an empty update');
        }
        if (payload.contact) {
          contacts.push(payload.contact);
        }
        return accounts.size === 0
          ? refuse('accountDoesNotExist', 'There is no such account')
          : send(200, { status: 'valid' });
      case '/order':
        if (accounts.size === 0) {
          return refuse('accountDoesNotExist', 'There is no such account');
        }
        orders += 1;
        domain = payload.identifiers[0].value;
        [state, certificate] = ['pending', ''];
        return send(201, order(), '/order/1');
      case '/order/1':
        return send(200, order());
      case '/authorization':
        return send(200, { identifier: { type: 'dns', value: domain }, status: state, challenges: [challenge()] });
      case '/challenge': {
        const authorization = `${token}.${thumbprint}`;
        const isProven = findTexts
          ? findTexts(`_acme-challenge.${domain}`).includes(
              createHash('sha256').update(authorization).digest('base64url'),
            )
          : (await fetchProof(domain, `/.well-known/acme-challenge/${token}`)) === authorization;
        state = isProven ? 'valid' : 'invalid';
        return send(200, challenge());
      }
      case '/finalize':
        certificate = await signRequest(payload.csr, caKeys, days());
        return send(200, order(), '/order/1');
      case '/certificate':
        return send(200, certificate);
      default:
        return send(200, { status: 'valid' });
    }
  });
  const port = () => (server.address() as { port: number }).port;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port()}/directory`,
    token,
    accounts,
    contacts,
    orders: () => orders,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
