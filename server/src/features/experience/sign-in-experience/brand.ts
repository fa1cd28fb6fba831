import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { App } from '#platform/app';
import { type ApplicationBrand, findApplicationBrand } from './store.ts';

/** How sign-in looks for one application; undefined when there is no such application. */
export async function applicationBrand(
  app: App,
  tenantId: string,
  applicationId: string | undefined,
): Promise<ApplicationBrand | undefined> {
  // No id is longer, and nothing that is no id may take a place in the cache.
  return applicationId === undefined || applicationId.length > 21
    ? undefined
    : app.cache.get(tenantId, `app-branding:${applicationId}`, () =>
        app.tenancy.read(tenantId, (db) => findApplicationBrand(db, applicationId)),
      );
}

/** The light and the dark picture belong together: one of each house would not match. */
function pictures(own: ApplicationBrand['branding'], tenants: SignInExperience['branding']) {
  const { logoUrl, darkLogoUrl, favicon, darkFavicon } = own ?? {};
  const logos =
    logoUrl || darkLogoUrl ? { logoUrl, darkLogoUrl } : { logoUrl: tenants.logoUrl, darkLogoUrl: tenants.darkLogoUrl };
  const icons =
    favicon || darkFavicon ? { favicon, darkFavicon } : { favicon: tenants.favicon, darkFavicon: tenants.darkFavicon };
  const all = Object.entries({ ...logos, ...icons });
  return Object.fromEntries(all.filter(([, address]) => address !== undefined));
}

/** What the application says of its looks and documents takes the place of what the tenant says. */
export function brandFor<Experience extends SignInExperience>(
  experience: Experience,
  brand: ApplicationBrand | undefined,
): Experience {
  if (!brand) {
    return experience;
  }
  return {
    ...experience,
    color: { ...experience.color, ...brand.color },
    branding: pictures(brand.branding, experience.branding),
    customCss: brand.customCss || experience.customCss,
    termsOfUseUrl: brand.termsOfUseUrl || experience.termsOfUseUrl,
    privacyPolicyUrl: brand.privacyPolicyUrl || experience.privacyPolicyUrl,
  };
}

/** The name people know it by. A name for the public is the business of applications of other companies. */
export const publicName = ({ isThirdParty, displayName, name }: ApplicationBrand) =>
  (isThirdParty && displayName?.trim()) || name;
