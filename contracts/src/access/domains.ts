import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const domainStatuses = ['PendingVerification', 'PendingSsl', 'Active', 'Error'] as const;
export const DomainStatus = z.enum(domainStatuses);
export type DomainStatus = z.infer<typeof DomainStatus>;

/** At least two labels of letters, digits and hyphens, as DNS allows them (RFC 1035 §2.3.1). */
const names = /^(?=.{1,253}$)(?:(?!-)[\da-z-]{1,63}(?<!-)\.)+(?!\d+$)(?!-)[\da-z-]{2,63}(?<!-)$/;

/** Expects lower case. Names with other letters must be converted to ASCII (punycode) before. */
export const isDomainName = (name: string): boolean => names.test(name);

/** Whether it is the top of a zone, which cannot have a CNAME record (RFC 1912 §2.4). */
export const isApex = (domain: string): boolean => domain.split('.').length === 2;

export const DomainDnsRecord = z.object({ name: z.string(), type: z.string(), value: z.string() });
export type DomainDnsRecord = z.infer<typeof DomainDnsRecord>;

export const Domain = z.object({
  id: z.string(),
  /** In ASCII, so that look-alike letters are visible. */
  domain: z.string(),
  status: DomainStatus,
  errorMessage: z.string().nullable(),
  dnsRecords: z.array(DomainDnsRecord),
});
export type Domain = z.infer<typeof Domain>;

export const CreateDomain = z.object({ domain: z.string().min(1).max(256) });
export type CreateDomain = z.infer<typeof CreateDomain>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Domains' } as const;
const missing = ['entity.not_exists_with_id'] as const;

export const domainsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/domains',
    summary: 'List the custom domains, oldest first. Domains that are not active are checked again soon.',
    response: z.array(Domain),
    errors: ['domain.not_configured'],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/domains/:id',
    summary: 'Read one custom domain. It is checked again soon if it is not active.',
    params: Id,
    response: Domain,
    errors: ['domain.not_configured', ...missing],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/domains',
    summary: 'Add a custom domain. It becomes active when its DNS record exists.',
    body: CreateDomain,
    response: Domain,
    status: [201],
    errors: [
      'domain.not_for_development',
      'domain.not_configured',
      'domain.domain_is_not_allowed',
      'domain.exceed_domain_limit',
      'domain.limit_to_one_domain',
      'domain.domain_in_use',
    ],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/domains/:id',
    summary: 'Delete a custom domain. Its addresses stop working at once.',
    params: Id,
    errors: missing,
  }),
} as const;
