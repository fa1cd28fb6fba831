import domains from 'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json' with { type: 'json' };

/** The release of the list in `package.json`. A test compares the version, so that the date is updated with it. */
export const disposableList = { version: '1.26.0', date: '2026-09-21', count: domains.length };

let listed: ReadonlySet<string> | undefined;

/** Whether a domain, or a domain above it, belongs to a service for disposable mailboxes. */
export function isDisposable(domain: string): boolean {
  const labels = domain.split('.');
  listed ??= new Set(domains);
  const known = listed;
  return labels.some((_, index) => index < labels.length - 1 && known.has(labels.slice(index).join('.')));
}
