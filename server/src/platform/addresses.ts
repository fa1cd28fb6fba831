import { z } from 'zod';

/** Stands for the tenant id while a pattern is read as a URL. */
const anyTenant = 'postern-any-tenant';

/** An origin, or in the cloud edition one with `*` in place of the tenant id; in the form in which browsers send it. */
export const endpointPattern = z.string().transform((value, context) => {
  const example = value.replace('*', anyTenant);
  const url = URL.canParse(example) ? new URL(example) : undefined;
  const isOrigin =
    url !== undefined &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.href === `${url.origin}/` &&
    !/[?#]/.test(value);
  if (!url || !isOrigin || url.host.includes('*')) {
    context.addIssue({ code: 'custom', message: 'must be an http(s) origin such as https://auth.example.com' });
    return z.NEVER;
  }
  return url.origin.replace(anyTenant, '*');
});

export const databaseUrl = z
  .string()
  .refine((value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value), 'must be a postgres:// URL');
