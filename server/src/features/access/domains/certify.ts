import type { App } from '#platform/app';
import type { Job } from '#platform/jobs/jobs';
import { createAcmeClient, doubtAccount, loadAcme } from './account.ts';
import { enqueueCheck } from './check.ts';
import { changeDomains } from './home.ts';
import { runDnsScript } from './prove-by-dns.ts';
import { pauseAfter, readLifetime } from './renewal.ts';
import { keyPurpose } from './seal-certificate.ts';
import { findDomain, type StoredDomain, saveCertificate, saveChallenge, saveFailedAttempt } from './store.ts';

type Authority = NonNullable<App['config']['customDomains']['tls']>;

async function order(app: App, authority: Authority, tenantId: string, { id, domain }: StoredDomain) {
  const { dnsScript } = authority;
  const acme = await loadAcme();
  const client = await createAcmeClient(app, authority);
  const [key, csr] = await acme.crypto.createCsr({ commonName: domain }, await acme.crypto.createPrivateEcdsaKey());
  const type = dnsScript ? 'dns-01' : 'http-01';
  const certificate = await client.auto({
    csr,
    challengePriority: [type],
    // The library would call the domain itself, which may be any host.
    skipChallengeVerification: true,
    challengeCreateFn: async (_authorization, challenge, response) => {
      if (challenge.type !== type) {
        throw new Error(`The authority offers ${challenge.type} and not ${type}.`);
      }
      await (dnsScript
        ? runDnsScript(dnsScript, 'present', domain, response)
        : app.tenancy.home.write(tenantId, (db) => saveChallenge(db, id, challenge.token, response)));
    },
    // An HTTP challenge is removed with the result.
    challengeRemoveFn: async (_authorization, challenge, response) => {
      if (dnsScript && challenge.type === type) {
        await runDnsScript(dnsScript, 'cleanup', domain, response).catch((error: unknown) =>
          app.log.warn({ err: error, tenantId, domain }, 'dns record of a challenge was not removed'),
        );
      }
    },
  });
  return { certificate, key: key.toString(), ...readLifetime(certificate, Date.now()) };
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
    const pause = pauseAfter(domain.certificateAttempts);
    await app.tenancy.home.write(tenantId, (db) => saveFailedAttempt(db, id, message, pause));
    await doubtAccount(app, tls.directoryUrl);
    return;
  }
  const { key, ...issued } = ordered;
  const certificateKey = app.vault.seal(keyPurpose(tenantId, id), key);
  await changeDomains(app, tenantId, async (db) => {
    if (await saveCertificate(db, id, { ...issued, certificateKey })) {
      await enqueueCheck(db, id);
    }
    return { result: undefined };
  });
}
