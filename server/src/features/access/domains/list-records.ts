import { type DomainDnsRecord, isApex } from '@postern/contracts/access/domains';
import { proofNameOf } from './look-up.ts';

/** The records that the owner of a domain creates. ALIAS is what most providers call a CNAME record at the top of a zone. */
export const listRecords = (domain: string, target: string): DomainDnsRecord[] =>
  isApex(domain)
    ? [
        { name: proofNameOf(domain), type: 'TXT', value: target },
        { name: domain, type: 'ALIAS', value: target },
      ]
    : [{ name: domain, type: 'CNAME', value: target }];
