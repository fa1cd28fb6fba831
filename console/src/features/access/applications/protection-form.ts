import {
  type Application,
  additionalScopeNames,
  defaultSessionDuration,
  isSubdomain,
  ProtectedAppMetadata,
  type UpdateApplication,
} from '@postern/contracts/access/applications';
import { isOrigin } from '@postern/contracts/fields';
import i18next from 'i18next';
import { z } from 'zod';

const secondsPerDay = 86_400;
const maxDays = 365;

export const originField = z
  .string()
  .trim()
  .refine(isOrigin, { error: () => i18next.t('applications.protection.invalidOrigin') });

export const subdomainField = z
  .string()
  .trim()
  .refine(isSubdomain, { error: () => i18next.t('applications.protection.invalidSubdomain') });

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return text !== '';
  } catch {
    return false;
  }
}

export const ProtectionForm = z.object({
  origin: originField,
  sessionDays: z
    .string()
    .transform((text) => Number(text.trim() || Number.NaN))
    .refine((days) => Number.isInteger(days) && days >= 1 && days <= maxDays, {
      error: () => i18next.t('applications.protection.sessionRange'),
    }),
  pageRules: z.array(
    z
      .string()
      .max(512)
      .refine(isPattern, { error: () => i18next.t('applications.protection.invalidRule') }),
  ),
  /** Whether each of `additionalScopeNames` is requested. */
  additionalScopes: z.array(z.boolean()),
});

export type ProtectionValues = z.input<typeof ProtectionForm>;

const protectionOf = ({ protectedAppMetadata }: Application): ProtectedAppMetadata =>
  ProtectedAppMetadata.safeParse(protectedAppMetadata).data ?? {
    host: '',
    origin: '',
    sessionDuration: defaultSessionDuration,
    pageRules: [],
  };

export function protectionValues(application: Application): ProtectionValues {
  const { origin, sessionDuration, pageRules, additionalScopes = [] } = protectionOf(application);
  return {
    origin,
    sessionDays: String(Math.max(1, Math.round(sessionDuration / secondsPerDay))),
    pageRules: pageRules.map(({ path }) => path),
    additionalScopes: additionalScopeNames.map((name) => additionalScopes.includes(name)),
  };
}

/** A duration that is not a whole number of days is kept while the field is not changed. */
export function protectionUpdate(
  application: Application,
  { origin, sessionDays, pageRules, additionalScopes }: z.output<typeof ProtectionForm>,
): UpdateApplication {
  const isSame = String(sessionDays) === protectionValues(application).sessionDays;
  return {
    protectedAppMetadata: {
      origin,
      ...(isSame ? {} : { sessionDuration: sessionDays * secondsPerDay }),
      pageRules: pageRules.map((path) => ({ path })),
      additionalScopes: additionalScopeNames.filter((_name, index) => additionalScopes[index]),
    },
  };
}
