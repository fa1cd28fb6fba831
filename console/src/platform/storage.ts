/** Names of what the console keeps in the browser. `index.html` reads appearance and language before the first paint. */
export const storageKeys = {
  appearance: 'postern:console:appearance',
  language: 'postern:console:language',
  session: 'postern:console:session',
  defaultTenant: 'postern:console:default-tenant',
  guides: 'postern:console:guides',
  /** By tenant: the columns of the list of users, and whether it opens with a view. */
  userList: 'postern:console:user-list',
  /** Session storage: a sign-in under way, where to go after it, and the scopes we asked for a second time. */
  signIn: 'postern:console:sign-in',
  returnTo: 'postern:console:return-to',
  scopeRetry: 'postern:console:scope-retry',
  /** Session storage: where to go once signed out, and the notices of each tenant that were closed. */
  afterSignOut: 'postern:console:after-sign-out',
  closedNotices: 'postern:console:closed-notices',
  /** Session storage: why this window left a tenant, and who suspended the account. */
  farewell: 'postern:console:farewell',
  suspendedBy: 'postern:console:suspended-by',
  /** Session storage: a payment under way. */
  checkout: 'postern:console:checkout',
} as const;

/** Stored JSON; anything malformed counts as absent. */
export function readJson<Value>(storage: Storage, key: string): Value | undefined {
  const text = storage.getItem(key);
  if (text === null) {
    return undefined;
  }
  try {
    // Written by us under our own key; a shape of an older release is dropped by the reader that misses a field.
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

export function writeJson(storage: Storage, key: string, value: unknown): void {
  storage.setItem(key, JSON.stringify(value));
}
