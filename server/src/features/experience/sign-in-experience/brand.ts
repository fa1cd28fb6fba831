import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { App } from '#platform/app';
import { type ApplicationBrand, type Brand, findApplicationBrand, findOrganizationBrand } from './store.ts';

/** The branding of an application; undefined if it does not exist. */
export async function applicationBrand(
  app: App,
  tenantId: string,
  applicationId: string | undefined,
): Promise<ApplicationBrand | undefined> {
  // No id is longer; other values must not take space in the cache.
  return applicationId === undefined || applicationId.length > 21
    ? undefined
    : app.cache.get(tenantId, `app-branding:${applicationId}`, () =>
        app.tenancy.read(tenantId, (db) => findApplicationBrand(db, applicationId)),
      );
}

/**
 * The branding of an organization; undefined if it does not exist. Not cached: an installation may have many
 * organizations, and each change of one would drop the cache of the tenant.
 */
export async function organizationBrand(
  app: App,
  tenantId: string,
  organizationId: unknown,
): Promise<Brand | undefined> {
  // The id comes from a request of anyone. PostgreSQL does not accept the character NUL.
  return typeof organizationId === 'string' && /^[^\0]{1,23}$/.test(organizationId)
    ? app.tenancy.read(tenantId, (db) => findOrganizationBrand(db, organizationId))
    : undefined;
}

/** Light and dark images are used together: one of the tenant and one of the application would not match. */
function pictures(own: Brand['branding'], tenants: SignInExperience['branding']) {
  const { logoUrl, darkLogoUrl, favicon, darkFavicon } = own ?? {};
  const logos =
    logoUrl || darkLogoUrl ? { logoUrl, darkLogoUrl } : { logoUrl: tenants.logoUrl, darkLogoUrl: tenants.darkLogoUrl };
  const icons =
    favicon || darkFavicon ? { favicon, darkFavicon } : { favicon: tenants.favicon, darkFavicon: tenants.darkFavicon };
  const all = Object.entries({ ...logos, ...icons });
  return Object.fromEntries(all.filter(([, address]) => address !== undefined));
}

/** What an application or an organization may override. */
type Branded = Pick<SignInExperience, 'color' | 'branding' | 'customCss' | 'termsOfUseUrl' | 'privacyPolicyUrl'>;

function override<Experience extends Branded>(experience: Experience, brand: Brand | undefined): Experience {
  if (!brand) {
    return experience;
  }
  return {
    ...experience,
    color: { ...experience.color, ...brand.color },
    branding: pictures(brand.branding, experience.branding),
    customCss: brand.customCss || experience.customCss,
  };
}

/**
 * The application's branding and documents override those of the tenant, and the branding of the organization overrides
 * both.
 */
export function brandFor<Experience extends Branded>(
  experience: Experience,
  application: ApplicationBrand | undefined,
  organization?: Brand | undefined,
): Experience {
  const branded = override(override(experience, application), organization);
  return {
    ...branded,
    termsOfUseUrl: application?.termsOfUseUrl || experience.termsOfUseUrl,
    privacyPolicyUrl: application?.privacyPolicyUrl || experience.privacyPolicyUrl,
  };
}

/** The name shown to users. Only third-party applications have a display name. */
export const publicName = ({ isThirdParty, displayName, name }: ApplicationBrand) =>
  (isThirdParty && displayName?.trim()) || name;
