import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { databaseUrl, endpointPattern } from '#platform/tenancy/addresses';

const tag = z.enum(['development', 'production']);

/** An S3 bucket with the files of a region's tenants. */
const RegionStorage = z
  .strictObject({
    bucket: z.string().min(1),
    accessKeyId: z.string().min(1),
    secretAccessKey: z.string().min(1),
    region: z.string().min(1).default('us-east-1'),
    endpoint: z
      .string()
      .regex(/^https?:\/\//, 'must be an http(s) address')
      .optional(),
  })
  .transform(({ endpoint, ...rest }) => ({
    ...rest,
    endpoint: endpoint?.replace(/\/+$/, '') ?? `https://s3.${rest.region}.amazonaws.com`,
  }));

const RegionConfig = z
  .strictObject({
    id: z.string().trim().min(1).max(32),
    name: z.string().trim().min(1).max(64),
    country: z.string().trim().min(1).max(64),
    tags: z.array(tag).min(1).default(['development', 'production']),
    isPrivate: z.boolean().default(false),
    /** False for a region in which no new tenants can be created. */
    isSelectable: z.boolean().default(true),
    /** Who may use a private region: email addresses, domains such as `@example.com`, or user ids. */
    members: z.array(z.string().trim().min(1).max(320)).default([]),
    /** Prefix of tenant ids whose database or endpoint depends on the region. */
    code: z.string().optional(),
    databaseUrl: databaseUrl.optional(),
    databaseDirectUrl: databaseUrl.optional(),
    storage: RegionStorage.optional(),
    endpoint: endpointPattern.refine((value) => value.includes('*'), 'must contain * for the tenant ID').optional(),
  })
  .transform((region) => ({ ...region, code: region.code ?? region.id.toLowerCase().replace(/[^\da-z]/g, '') }))
  .refine(({ code }) => /^[a-z][\da-z]{1,7}$/.test(code), {
    path: ['code'],
    message: 'must be 2 to 8 letters and digits that begin with a letter',
  })
  .refine(({ storage, databaseUrl }) => storage === undefined || databaseUrl !== undefined, {
    path: ['storage'],
    message: 'needs a databaseUrl: files without their database would not be found',
  });
export type RegionConfig = z.infer<typeof RegionConfig>;

const known = (id: string, name: string, isSelectable = true) =>
  RegionConfig.parse({ id, name, country: id, isSelectable });

export const defaultRegions: readonly RegionConfig[] = [
  known('EU', 'Europe'),
  known('US', 'West US'),
  known('AU', 'Australia'),
  known('JP', 'Japan'),
  known('UK', 'United Kingdom', false),
];

const twice = (values: readonly string[]) => values.find((value, index) => values.indexOf(value) !== index);

const Regions = z
  .array(RegionConfig)
  .min(1, 'must name one region at least')
  .superRefine((regions, context) => {
    const same =
      twice(regions.map(({ id }) => id)) ??
      twice(regions.map(({ code }) => code)) ??
      // The same host would belong to tenants of both regions.
      twice(regions.flatMap(({ endpoint }) => endpoint ?? []));
    if (same !== undefined) {
      context.addIssue({ code: 'custom', message: `names ${same} twice` });
    }
  });

/** The value of REGIONS or of the file it names. Errors omit the text, because it contains passwords. */
export const regionList = z.string().transform((value, context): readonly RegionConfig[] => {
  const wrong = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  let text = value;
  if (!value.trimStart().startsWith('[')) {
    try {
      text = readFileSync(value, 'utf8');
    } catch {
      return wrong('must be a JSON list, or the path of a file that holds one and can be read');
    }
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return wrong('is not JSON');
  }
  const parsed = Regions.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return wrong(`${issue?.path.join('.') || 'the list'} ${issue?.message}`.replace(/ Invalid/, ' is wrong: invalid'));
  }
  return parsed.data;
});

/** Whether tenant ids contain the region, which is needed to choose the database or the endpoint. */
const isTold = ({ databaseUrl, endpoint }: RegionConfig) => databaseUrl !== undefined || endpoint !== undefined;

/** Whether all data of its tenants (rows and files) is in the region. */
export const holdsUserData = ({ databaseUrl, storage }: RegionConfig): boolean =>
  databaseUrl !== undefined && storage !== undefined;

/** Prefix of tenant ids in this region. */
export const idPrefixOf = (region: RegionConfig): string => (isTold(region) ? region.code : '');

/** Ids without a region have at most eight characters. */
export const regionalTail = 8;

/** The region in a tenant id; undefined for tenants in the home region. */
export function regionOf(regions: readonly RegionConfig[], tenantId: string): RegionConfig | undefined {
  if (tenantId.length <= regionalTail) {
    return undefined;
  }
  const code = tenantId.slice(0, -regionalTail);
  return regions.find((region) => region.code === code && isTold(region));
}
