import { Resolver } from 'node:dns/promises';
import type { Config } from '#platform/config';

/** `wrong`: the answer is final until somebody changes the record. `unknown`: the DNS servers gave no answer. */
export type LookUp = { kind: 'right' } | { kind: 'wrong' | 'unknown'; message: string };

const maxHops = 8;
const timeoutMs = 3000;
const normalize = (name: string) => name.toLowerCase().replace(/\.$/, '');

/** Answers that say that there is no such record. */
const final = ['ENOTFOUND', 'ENODATA'];

/** Asks only DNS servers and never connects to the domain, which may be any host. */
export async function lookUp({ customDomains }: Config, domain: string, target: string): Promise<LookUp> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (customDomains.resolvers.length > 0) {
    resolver.setServers(customDomains.resolvers);
  }
  let name = domain;
  for (let hop = 0; hop < maxHops; hop += 1) {
    let found: string[];
    try {
      found = await resolver.resolveCname(name);
    } catch (error) {
      const code = String((error as NodeJS.ErrnoException).code);
      if (!final.includes(code)) {
        return { kind: 'unknown', message: `The DNS servers of ${domain} did not answer (${code}).` };
      }
      const message =
        name === domain
          ? `There is no CNAME record for ${domain}.`
          : `The CNAME record of ${domain} points to ${name}, not to ${target}.`;
      return { kind: 'wrong', message };
    }
    const names = found.map(normalize);
    if (names.includes(target)) {
      return { kind: 'right' };
    }
    // RFC 1034 §3.6.2: a name has one CNAME record.
    name = names[0] ?? '';
  }
  return { kind: 'wrong', message: `The CNAME records of ${domain} do not lead to ${target}.` };
}
