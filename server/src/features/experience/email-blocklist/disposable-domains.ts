import { createRequire } from 'node:module';

let domains: ReadonlySet<string> | undefined;

/** Few tenants use the list, so it is loaded when it is first needed. */
function readDomains(): ReadonlySet<string> {
  const require = createRequire(import.meta.url);
  domains ??= new Set<string>(require('disposable-email-domains-js/dist/dict/disposable_email_blocklist.json'));
  return domains;
}

/** The release of the list in `package.json`. A test compares the version, so that the date is updated with it. */
export const disposableList = { version: '1.26.0', date: '2026-09-21', count: () => readDomains().size };

/** Whether a domain, or a domain above it, belongs to a service for disposable mailboxes. */
export function isDisposable(domain: string): boolean {
  const labels = domain.split('.');
  const known = readDomains();
  return labels.some((_, index) => index < labels.length - 1 && known.has(labels.slice(index).join('.')));
}
