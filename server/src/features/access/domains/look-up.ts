import { isApex } from '@postern/contracts/access/domains';
import type { Config } from '#platform/config/config';
import { lookUpRecords } from '#platform/egress/look-up-records';

/** `wrong`: the answer is final until somebody changes the record. `unknown`: the DNS servers gave no answer. */
export type LookUp = { kind: 'right' } | { kind: 'wrong' | 'unknown'; message: string };

const maxHops = 8;
const normalize = (name: string) => name.toLowerCase().replace(/\.$/, '');

/** The name of the TXT record that proves a domain without a CNAME record. */
export const proofNameOf = (domain: string) => `_postern.${domain}`;

/**
 * A domain that cannot have a CNAME record, or whose provider hides it, names the tenant in a TXT record. As with a
 * CNAME record, only its owner can create it, and each tenant has another target.
 */
async function lookUpProof(config: Config, domain: string, target: string): Promise<LookUp> {
  const name = proofNameOf(domain);
  const found = await lookUpRecords(config, 'TXT', name);
  if (found.kind === 'silent') {
    return { kind: 'unknown', message: `The DNS servers of ${domain} did not answer (${found.code}).` };
  }
  if (found.kind === 'found' && found.values.map((value) => normalize(value.trim())).includes(target)) {
    return { kind: 'right' };
  }
  const message = isApex(domain)
    ? `There is no TXT record for ${name} with the value ${target}.`
    : `There is no CNAME record for ${domain}.`;
  return { kind: 'wrong', message };
}

/** Asks only DNS servers and never connects to the domain, which may be any host. */
export async function lookUp(config: Config, domain: string, target: string): Promise<LookUp> {
  let name = domain;
  for (let hop = 0; hop < maxHops; hop += 1) {
    const found = await lookUpRecords(config, 'CNAME', name);
    if (found.kind === 'silent') {
      return { kind: 'unknown', message: `The DNS servers of ${domain} did not answer (${found.code}).` };
    }
    if (found.kind === 'none') {
      return name === domain
        ? lookUpProof(config, domain, target)
        : { kind: 'wrong', message: `The CNAME record of ${domain} points to ${name}, not to ${target}.` };
    }
    const names = found.values.map(normalize);
    if (names.includes(target)) {
      return { kind: 'right' };
    }
    // RFC 1034 §3.6.2: a name has one CNAME record.
    name = names[0] ?? '';
  }
  return { kind: 'wrong', message: `The CNAME records of ${domain} do not lead to ${target}.` };
}
