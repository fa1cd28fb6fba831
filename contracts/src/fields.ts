import { z } from 'zod';
import { WebUrl } from './addresses.ts';
import { normalizeDomain, normalizeEmail } from './normalize.ts';

export {
  isOrigin,
  isRedirectUri,
  isRegisteredUri,
  isWebUrl,
  Origin,
  RedirectUri,
  RegisteredUri,
  WebAddress,
  WebUrl,
} from './addresses.ts';

/** Formats for which the server gives more specific errors. */
export const patterns = {
  // Invisible characters (Cf) would allow a second address that looks the same.
  email: /^[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+\.[^\s@\p{Cc}\p{Cf}]+$/u,
  phone: /^\d+$/,
  username: /^[A-Z_a-z]\w*$/,
  color: /^#(?:[\dA-Fa-f]{3}|[\dA-Fa-f]{6})$/,
};

/** Normalized before validation. One @ only: programs disagree about which of two counts. */
export const Email = z.string().max(256, { abort: true }).overwrite(normalizeEmail).max(128).regex(patterns.email);
/** The domain of addresses, in the form that `Email` has: two labels or more. */
export const EmailDomain = z
  .string()
  .min(1)
  .max(256, { abort: true })
  .overwrite(normalizeDomain)
  .max(128)
  .regex(/^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u, {
    error: 'Use a domain such as example.com, without @.',
  });
export const Phone = z.string().max(128).regex(patterns.phone);
export const Username = z.string().max(128).regex(patterns.username);
export const HexColor = z.string().regex(patterns.color);

/** Plain JSON object; its contents are up to the caller, and the body parser limits its depth and size. */
export const JsonObject = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof JsonObject>;

/** In characters of JSON. Lists contain it, and users can write their own. */
export const maxCustomDataLength = 262_144;
export const CustomData = JsonObject.refine((data) => JSON.stringify(data).length <= maxCustomDataLength, {
  error: `Custom data can have at most ${maxCustomDataLength} characters.`,
});

/** Milliseconds since 1970, like all times on the wire. */
export const Timestamp = z.number();

/** A time given by a caller: up to the maximum of a Date (ECMA-262 §21.4.1.1). */
export const GivenTime = z.number().max(8.64e15);

export const Avatar = WebUrl.or(z.literal(''));

const one = z.string().max(1024);
const many = z.union([one, z.array(one).max(100)]);

export const searchModes = ['exact', 'like', 'similar_to', 'posix'] as const;

const commonSearch = {
  search: many.optional(),
  mode: one.optional(),
  joint: one.optional(),
  jointMode: one.optional(),
  isCaseSensitive: one.optional(),
};

/** Query parameters of the advanced search for the given fields: `search.name`, `mode.name`, … */
export function searchQuery(fields: readonly string[]) {
  const perField = fields.flatMap((field) => {
    const snake = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [...new Set([field, snake])].flatMap((name) => [
      [`search.${name}`, many.optional()],
      [`mode.${name}`, one.optional()],
    ]);
  });
  // The keys per field exist at run time only; `readSearch` looks them up by name.
  const shape = { ...commonSearch, ...(Object.fromEntries(perField) as Record<never, never>) };
  // Others pass at run time, so that `readSearch` can reject unsearchable fields. The type does not include them.
  return z.looseObject(shape) as unknown as z.ZodObject<typeof shape>;
}

export type SearchQuery = Record<string, string | string[] | undefined>;

/** `sort=name`, or `sort=-name` for descending, for indexed fields. Our extension of the wire. */
export function sortQuery<const Field extends string>(fields: readonly Field[]) {
  const choices = fields.flatMap((field) => [field, `-${field}` as const]);
  return z.object({ sort: z.enum(choices as [Field | `-${Field}`]).optional() });
}

export const PageQuery = z.object({ page: one.optional(), page_size: one.optional() });
export const defaultPageSize = 20;
export const maxPageSize = 100;

export const isTrue = (value: string | undefined) =>
  value !== undefined && ['1', 'true', 'y', 'yes', 'yep', 'yeah'].includes(value.toLowerCase());
