import { X509Certificate } from 'node:crypto';
import { adminTenantId } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import type { Job } from '#platform/jobs';
import { enqueueCheck } from './check.ts';
import { changeDomains } from './home.ts';
import { accountPurpose, keyPurpose } from './seal-certificate.ts';
import {
  findAccountKey,
  findDomain,
  insertAccountKey,
  type StoredDomain,
  saveCertificate,
  saveChallenge,
  saveFailedAttempt,
} from './store.ts';

const firstPause = 300;
const longestPause = 6 * 3600;
const timeoutMs = 15_000;

/** Loaded when it is needed: most installations have no certificate authority. */
async function loadAcme() {
  const { default: acme } = await import('acme-client');
  acme.axios.defaults.timeout = timeoutMs;
  return acme;
}

/** The key of the account at the certificate authority, which all nodes share. */
async function accountKeyOf({ tenancy, vault }: App, directory: string): Promise<string> {
  const find = () => tenancy.home.read(adminTenantId, (db) => findAccountKey(db, directory));
  let sealed = await find();
  if (sealed === undefined) {
    const { crypto } = await loadAcme();
    const key = vault.seal(accountPurpose(directory), (await crypto.createPrivateEcdsaKey()).toString());
    await tenancy.home.write(adminTenantId, (db) => insertAccountKey(db, directory, key));
    sealed = await find();
  }
  if (sealed === undefined) {
    throw new Error('The key of the account was stored before.');
  }
  return vault.open(accountPurpose(directory), sealed);
}

type Authority = NonNullable<App['config']['customDomains']['tls']>;

async function order(app: App, { directoryUrl, email }: Authority, tenantId: string, { id, domain }: StoredDomain) {
  const acme = await loadAcme();
  const client = new acme.Client({ directoryUrl, accountKey: await accountKeyOf(app, directoryUrl) });
  const [key, csr] = await acme.crypto.createCsr({ commonName: domain }, await acme.crypto.createPrivateEcdsaKey());
  const certificate = await client.auto({
    csr,
    ...(email === undefined ? {} : { email }),
    termsOfServiceAgreed: true,
    challengePriority: ['http-01'],
    // The library would call the domain itself, which may be any host.
    skipChallengeVerification: true,
    challengeCreateFn: (_authorization, { token }, response) =>
      app.tenancy.home.write(tenantId, (db) => saveChallenge(db, id, token, response)),
    // The challenge is removed with the result.
    challengeRemoveFn: async () => undefined,
  });
  return { certificate, key: key.toString() };
}

/** Orders a certificate (RFC 8555). The next check activates the domain. A failure is stored with the domain. */
export async function certifyDomain({ tenantId = '', payload }: Job, app: App): Promise<undefined> {
  const { tls } = app.config.customDomains;
  const id = String(payload.id);
  const domain = await app.tenancy.home.read(tenantId, (db) => findDomain(db, id));
  if (!tls || !domain) {
    return;
  }
  let ordered: Awaited<ReturnType<typeof order>>;
  try {
    ordered = await order(app, tls, tenantId, domain);
  } catch (error) {
    app.log.warn({ err: error, tenantId, domain: domain.domain }, 'certificate order failed');
    const message = `The certificate could not be issued: ${error instanceof Error ? error.message : String(error)}`;
    const pause = Math.min(longestPause, firstPause * 2 ** domain.certificateAttempts);
    await app.tenancy.home.write(tenantId, (db) => saveFailedAttempt(db, id, message, pause));
    return;
  }
  const { certificate, key } = ordered;
  const expiresAt = Date.parse(new X509Certificate(certificate).validTo);
  const certificateKey = app.vault.seal(keyPurpose(tenantId, id), key);
  await changeDomains(app, tenantId, async (db) => {
    if (await saveCertificate(db, id, { certificate, certificateKey, expiresAt })) {
      await enqueueCheck(db, id);
    }
    return { result: undefined };
  });
}
