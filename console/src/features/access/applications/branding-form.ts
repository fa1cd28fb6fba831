import {
  type ApplicationSignInExperience,
  SaveApplicationSignInExperience,
} from '@postern/contracts/access/application-branding';
import type { Application } from '@postern/contracts/access/applications';
import { darkBrandOf } from '@postern/contracts/brand';
import { HexColor, isWebUrl } from '@postern/contracts/fields';
import i18next from 'i18next';
import { z } from 'zod';

const imageUrl = z
  .string()
  .trim()
  .max(2048)
  .refine((value) => value === '' || isWebUrl(value), { error: () => i18next.t('fields.webUrl') });
const color = z
  .string()
  .trim()
  .refine((value) => value === '' || HexColor.safeParse(value).success, { error: () => i18next.t('fields.color') });

export const BrandingForm = z.object({
  displayName: z.string().trim().max(256),
  termsOfUseUrl: imageUrl,
  privacyPolicyUrl: imageUrl,
  isOn: z.boolean(),
  primaryColor: color,
  darkPrimaryColor: color,
  logoUrl: imageUrl,
  darkLogoUrl: imageUrl,
  favicon: imageUrl,
  darkFavicon: imageUrl,
  customCss: SaveApplicationSignInExperience.shape.customCss.unwrap().unwrap(),
});
export type BrandingValues = z.input<typeof BrandingForm>;

const images = ['logoUrl', 'darkLogoUrl', 'favicon', 'darkFavicon'] as const;

const nothing: Pick<ApplicationSignInExperience, 'color' | 'branding' | 'customCss'> = {
  color: {},
  branding: {},
  customCss: null,
};

/** If empty, the dark color is derived from the light one. */
const isDerived = ({ primaryColor, darkPrimaryColor }: ApplicationSignInExperience['color']) =>
  Boolean(primaryColor) && darkPrimaryColor?.toUpperCase() === darkBrandOf(primaryColor ?? '');

function colorOf({ isOn, primaryColor, darkPrimaryColor }: BrandingValues) {
  const dark = darkPrimaryColor || (primaryColor && darkBrandOf(primaryColor));
  return isOn ? { ...(primaryColor && { primaryColor }), ...(dark && { darkPrimaryColor: dark }) } : {};
}

/** Form values for the stored branding; `undefined` if nothing was ever stored. */
export function brandingOf(stored: ApplicationSignInExperience | undefined): BrandingValues {
  const { color: tints, branding, customCss } = stored ?? nothing;
  const looks = [tints.primaryColor, tints.darkPrimaryColor, ...Object.values(branding), customCss];
  return {
    displayName: stored?.displayName ?? '',
    termsOfUseUrl: stored?.termsOfUseUrl ?? '',
    privacyPolicyUrl: stored?.privacyPolicyUrl ?? '',
    isOn: looks.some(Boolean),
    primaryColor: tints.primaryColor ?? '',
    darkPrimaryColor: isDerived(tints) ? '' : (tints.darkPrimaryColor ?? ''),
    logoUrl: branding.logoUrl ?? '',
    darkLogoUrl: branding.darkLogoUrl ?? '',
    favicon: branding.favicon ?? '',
    darkFavicon: branding.darkFavicon ?? '',
    customCss: customCss ?? '',
  };
}

/** Only filled-in values; when switched off, the application uses the branding of the tenant. */
export function bodyOf({ isThirdParty }: Application, values: BrandingValues): SaveApplicationSignInExperience {
  const filled = (names: readonly (keyof BrandingValues)[]) =>
    Object.fromEntries(names.filter((name) => values.isOn && values[name]).map((name) => [name, values[name]]));
  return {
    color: colorOf(values),
    branding: filled(images),
    customCss: (values.isOn && values.customCss) || null,
    displayName: (isThirdParty && values.displayName) || null,
    termsOfUseUrl: (isThirdParty && values.termsOfUseUrl) || null,
    privacyPolicyUrl: (isThirdParty && values.privacyPolicyUrl) || null,
  };
}
