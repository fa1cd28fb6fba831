import type { Config } from '#platform/config';
import { lookUpRecords } from '#platform/look-up-records';

/** `wrong`: the answer is final until somebody changes the record. `unknown`: the DNS servers gave no answer. */
export type LookUp = { kind: 'right' } | { kind: 'wrong' | 'unknown'; message: string };

const maxHops = 8;
const normalize = (name: string) => name.toLowerCase().replace(/\.$/, '');

/** Asks only DNS servers and never connects to the domain, which may be any host. */
export async function lookUp(config: Config, domain: string, target: string): Promise<LookUp> {
  let name = domain;
  for (let hop = 0; hop < maxHops; hop += 1) {
    const found = await lookUpRecords(config, 'CNAME', name);
    if (found.kind === 'silent') {
      return { kind: 'unknown', message: `The DNS servers of ${domain} did not answer (${found.code}).` };
    }
    if (found.kind === 'none') {
      const message =
        name === domain
          ? `There is no CNAME record for ${domain}.`
          : `The CNAME record of ${domain} points to ${name}, not to ${target}.`;
      return { kind: 'wrong', message };
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
