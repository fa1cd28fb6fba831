import { domainToASCII } from 'node:url';
import type { SsoSetupDomainProblem } from '@postern/contracts/people/sso-setup';
import type { Config } from '#platform/config/config';
import { lookUpRecords } from '#platform/egress/look-up-records';

/** The TXT record that proves a domain. DNS knows international names in their ASCII form. */
export const recordNameOf = (domain: string) => `_postern-challenge.${domainToASCII(domain) || domain}`;

/** Returns null if the record has the expected value. A name may have further TXT records. */
export async function findProblem(
  config: Config,
  domain: string,
  challenge: string,
): Promise<SsoSetupDomainProblem | null> {
  const found = await lookUpRecords(config, 'TXT', recordNameOf(domain));
  switch (found.kind) {
    case 'found':
      return found.values.some((value) => value.trim() === challenge) ? null : 'wrong';
    case 'none':
      return 'missing';
    case 'silent':
      return 'silent';
  }
}
