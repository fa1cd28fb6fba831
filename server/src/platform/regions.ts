import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { databaseUrl, endpointPattern } from './addresses.ts';

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
    /** False for a region that is known but in which nobody creates a tenant. */
    isSelectable: z.boolean().default(true),
    /** Who may use a private region: addresses, domains such as `@example.com`, or ids of people. */
    members: z.array(z.string().trim().min(1).max(320)).default([]),
    /** Begins the id of each tenant whose database or endpoint the region decides. */
    code: z.string().optional(),
    databaseUrl: databaseUrl.optional(),
    databaseDirectUrl: databaseUrl.optional(),
    storage: RegionStorage.optional(),
    endpoint: endpointPattern.refine((value) => value.includes('*'), 'must hold * for the tenant id').optional(),
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
      // Its hosts would lead to tenants of both.
      twice(regions.flatMap(({ endpoint }) => endpoint ?? []));
    if (same !== undefined) {
      context.addIssue({ code: 'custom', message: `names ${same} twice` });
    }
  });

/** The text of REGIONS, or of the file it names. Whatever is wrong is told without the text: it holds passwords. */
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

/** Whether a tenant of the region is told by its id: only then where it lies can be configured. */
const isTold = ({ databaseUrl, endpoint }: RegionConfig) => databaseUrl !== undefined || endpoint !== undefined;

/** Whether everything of its tenants is in the region: rows and files. */
export const holdsUserData = ({ databaseUrl, storage }: RegionConfig): boolean =>
  databaseUrl !== undefined && storage !== undefined;

/** How an id of a tenant in this region begins. */
export const idPrefixOf = (region: RegionConfig): string => (isTold(region) ? region.code : '');

/** Ids without a region have eight characters at most. */
export const regionalTail = 8;

/** The region that the id of a tenant names; undefined for tenants at home. */
export function regionOf(regions: readonly RegionConfig[], tenantId: string): RegionConfig | undefined {
  if (tenantId.length <= regionalTail) {
    return undefined;
  }
  const code = tenantId.slice(0, -regionalTail);
  return regions.find((region) => region.code === code && isTold(region));
}
