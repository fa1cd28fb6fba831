import { adminTenantId } from '@postern/contracts/wire';
import type { Client } from 'acme-client';
import type { App } from '#platform/app';
import { accountPurpose } from './seal-certificate.ts';
import { type AcmeAccount, findAccount, forgetAccountUrl, insertAccountKey, saveAccountUrl } from './store.ts';

type Authority = NonNullable<App['config']['customDomains']['tls']>;

const timeoutMs = 15_000;

/** Loaded when it is needed: most installations have no certificate authority. */
export async function loadAcme() {
  const { default: acme } = await import('acme-client');
  acme.axios.defaults.timeout = timeoutMs;
  return acme;
}

/** The account at the certificate authority, which all nodes share. */
async function findOrCreate({ tenancy, vault }: App, directory: string): Promise<AcmeAccount> {
  const find = () => tenancy.home.read(adminTenantId, (db) => findAccount(db, directory));
  let account = await find();
  if (account === undefined) {
    const { crypto } = await loadAcme();
    const key = vault.seal(accountPurpose(directory), (await crypto.createPrivateEcdsaKey()).toString());
    await tenancy.home.write(adminTenantId, (db) => insertAccountKey(db, directory, key));
    account = await find();
  }
  if (account === undefined) {
    throw new Error('The key of the account was stored before.');
  }
  return account;
}

/**
 * Finds the account of the key, or creates it (RFC 8555 §7.3.1). An authority that needs an external account binding
 * gets it for a new account only: some accept it once.
 */
async function register(client: Client, contact: string[]): Promise<void> {
  try {
    await client.createAccount({ onlyReturnExisting: true });
  } catch {
    // There is no account, or the next call fails for the same reason and reports it.
    await client.createAccount({ termsOfServiceAgreed: true, ...(contact.length > 0 ? { contact } : {}) });
    return;
  }
  if (contact.length > 0) {
    await client.updateAccount({ contact });
  }
}

/** A client whose account exists and has the contact of the settings. */
export async function createAcmeClient(app: App, { directoryUrl, email, binding }: Authority): Promise<Client> {
  const acme = await loadAcme();
  const account = await findOrCreate(app, directoryUrl);
  const client = new acme.Client({
    directoryUrl,
    accountKey: app.vault.open(accountPurpose(directoryUrl), account.key),
    ...(account.url === null ? {} : { accountUrl: account.url }),
    ...(binding ? { externalAccountBinding: binding } : {}),
  });
  const contact = email === undefined ? [] : [`mailto:${email}`];
  const hasNewContact = email !== undefined && email !== account.email;
  if (account.url === null) {
    await register(client, contact);
  } else if (hasNewContact) {
    await client.updateAccount({ contact });
  }
  if (account.url === null || hasNewContact) {
    await app.tenancy.home.write(adminTenantId, (db) =>
      saveAccountUrl(db, directoryUrl, client.getAccountUrl(), email ?? account.email),
    );
  }
  return client;
}

/** The next order looks the account up again: the authority may have lost it. */
export const doubtAccount = ({ tenancy }: App, directory: string): Promise<void> =>
  tenancy.home.write(adminTenantId, (db) => forgetAccountUrl(db, directory));
