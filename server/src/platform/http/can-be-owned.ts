import { domainToASCII } from 'node:url';
import { parse as parseDomain } from 'tldts';

/** Whether one company can own it: no IP address, and no suffix under which others register, such as `co.uk`. */
export function canBeOwned(domain: string): boolean {
  // An address may also be written as `127.1`.
  const { isIp, domain: registrable } = parseDomain(domainToASCII(domain), { allowPrivateDomains: true });
  return !isIp && registrable !== null;
}
