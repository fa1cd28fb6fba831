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
  createdAt: z.number(),
});
export type Domain = z.infer<typeof Domain>;

export const CreateDomain = z.object({ domain: z.string().min(1).max(256) });
export type CreateDomain = z.infer<typeof CreateDomain>;

/** `/name.ext`, or any names below `/.well-known/`. No name begins with a dot. */
const filePaths = /^\/(?:[\w-][\w.-]*\.[\w-]+|\.well-known(?:\/[\w-][\w.-]*)+)$/;
export const isVerificationPath = (path: string): boolean => filePaths.test(path);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const verificationTypes = ['text/plain', 'application/json'] as const;

/** A file that other services look for on the domain, such as a proof of who owns it. */
export const VerificationFile = z
  .object({
    path: z.string().min(1).max(256).refine(isVerificationPath, {
      error: 'Enter a path such as /name.txt, or one that begins with /.well-known/.',
    }),
    content: z.string().min(1).max(16_384),
    contentType: z.enum(verificationTypes),
  })
  .refine(({ content, contentType }) => contentType !== 'application/json' || isJson(content), {
    path: ['content'],
    error: 'Enter valid JSON.',
  });
export type VerificationFile = z.infer<typeof VerificationFile>;

export const maxVerificationFiles = 10;

export const VerificationFiles = z.object({
  verificationFiles: z
    .array(VerificationFile)
    .max(maxVerificationFiles)
    .refine((files) => new Set(files.map(({ path }) => path)).size === files.length, {
      error: 'Each path may be used once.',
    }),
});

export const CleanUpDomains = z.object({ staleDays: z.int().positive().max(36_500) });

export const CleanedDomains = z.object({
  scannedCount: z.number(),
  deletedCount: z.number(),
  skippedActiveCount: z.number(),
  failedCount: z.number(),
});

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
      'domain.domain_in_use',
      'subscription.limit_exceeded',
    ],
  }),
  listFiles: endpoint({
    ...common,
    method: 'GET',
    path: '/api/domains/:id/verification-files',
    summary: 'List the files that the domain serves for other services.',
    params: Id,
    response: z.array(VerificationFile),
    errors: missing,
  }),
  replaceFiles: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/domains/:id/verification-files',
    summary: 'Replace the files that the domain serves for other services.',
    params: Id,
    body: VerificationFiles,
    response: z.array(VerificationFile),
    errors: missing,
  }),
  cleanUp: endpoint({
    ...common,
    method: 'POST',
    path: '/api/domains/cleanup',
    summary:
      'Delete the custom domains that have not been active for a number of days. Active ones are kept and checked.',
    body: CleanUpDomains,
    response: CleanedDomains,
    errors: ['domain.not_configured'],
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
