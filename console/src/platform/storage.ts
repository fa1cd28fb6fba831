/** Storage keys of the console. `index.html` reads appearance and language before the first paint. */
export const storageKeys = {
  appearance: 'postern:console:appearance',
  language: 'postern:console:language',
  session: 'postern:console:session',
  defaultTenant: 'postern:console:default-tenant',
  guides: 'postern:console:guides',
  /** The pages that the person opened, by tenant. */
  recent: 'postern:console:recent',
  /** By tenant: the columns of the user list, and whether it opens with a view. */
  userList: 'postern:console:user-list',
  /** Session storage: a sign-in in progress, where to go after it, and the scopes that were requested again. */
  signIn: 'postern:console:sign-in',
  returnTo: 'postern:console:return-to',
  scopeRetry: 'postern:console:scope-retry',
  /** Session storage: where to go after sign-out, and the closed notices of each tenant. */
  afterSignOut: 'postern:console:after-sign-out',
  closedNotices: 'postern:console:closed-notices',
  /** Session storage: why this window left a tenant, and who suspended the account. */
  farewell: 'postern:console:farewell',
  suspendedBy: 'postern:console:suspended-by',
  /** Session storage: a payment in progress. */
  checkout: 'postern:console:checkout',
  /** Session storage: the account that is being linked in a pop-up window, and the last test of each webhook. */
  linkingAccount: 'postern:console:linking-account',
  webhookTests: 'postern:console:webhook-tests',
  /** Session storage: preferences that the server does not have yet. */
  unsavedPreferences: 'postern:console:unsaved-preferences',
} as const;

/** Reads stored JSON; malformed values are treated as absent. */
export function readJson<Value>(storage: Storage, key: string): Value | undefined {
  const text = storage.getItem(key);
  if (text === null) {
    return undefined;
  }
  try {
    // Written under our own key; readers ignore shapes of older releases that lack a field.
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

export function writeJson(storage: Storage, key: string, value: unknown): void {
  storage.setItem(key, JSON.stringify(value));
}
