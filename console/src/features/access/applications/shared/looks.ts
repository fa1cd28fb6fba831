import { darkBrandOf } from '@postern/contracts/brand';
import { HexColor, isWebUrl } from '@postern/contracts/fields';
import i18next from 'i18next';
import type { Control, FieldValues } from 'react-hook-form';
import { z } from 'zod';

export const optionalWebUrl = z
  .string()
  .trim()
  .max(2048)
  .refine((value) => value === '' || isWebUrl(value), { error: () => i18next.t('fields.webUrl') });
const color = z
  .string()
  .trim()
  .refine((value) => value === '' || HexColor.safeParse(value).success, { error: () => i18next.t('fields.color') });

/** Form fields of a branding that overrides the one of the tenant. Empty fields inherit. */
export const looksFields = {
  isOn: z.boolean(),
  primaryColor: color,
  darkPrimaryColor: color,
  logoUrl: optionalWebUrl,
  darkLogoUrl: optionalWebUrl,
  favicon: optionalWebUrl,
  darkFavicon: optionalWebUrl,
  customCss: z.string().max(65_536),
};
export type LooksValues = z.input<z.ZodObject<typeof looksFields>>;

const images = ['logoUrl', 'darkLogoUrl', 'favicon', 'darkFavicon'] as const;

type Looks = {
  color: { primaryColor?: string | undefined; darkPrimaryColor?: string | undefined };
  branding: { [Name in (typeof images)[number]]?: string | undefined };
  customCss: string | null;
};

const nothing: Looks = { color: {}, branding: {}, customCss: null };

/** If empty, the dark color is derived from the light one. */
const isDerived = ({ primaryColor, darkPrimaryColor }: Looks['color']) =>
  Boolean(primaryColor) && darkPrimaryColor?.toUpperCase() === darkBrandOf(primaryColor ?? '');

/** Form values for the stored branding; `undefined` if nothing was ever stored. */
export function looksOf({ color: tints, branding, customCss }: Looks = nothing): LooksValues {
  const looks = [tints.primaryColor, tints.darkPrimaryColor, ...images.map((name) => branding[name]), customCss];
  return {
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

function colorOf({ isOn, primaryColor, darkPrimaryColor }: LooksValues) {
  const dark = darkPrimaryColor || (primaryColor && darkBrandOf(primaryColor));
  return isOn ? { ...(primaryColor && { primaryColor }), ...(dark && { darkPrimaryColor: dark }) } : {};
}

/** Only filled-in values; when switched off, the branding of the tenant applies. */
export const looksBody = (values: LooksValues) => ({
  color: colorOf(values),
  branding: Object.fromEntries(
    images.filter((name) => values.isOn && values[name]).map((name) => [name, values[name]]),
  ),
  customCss: (values.isOn && values.customCss) || null,
});

/** Narrows any form to these fields, which its type cannot express. */
export const looksIn = <Values extends LooksValues & FieldValues, Output>(control: Control<Values, unknown, Output>) =>
  control as unknown as Control<LooksValues, unknown, LooksValues>;

/** Body fields by the last part of their path: `color.primaryColor` → `primaryColor`. */
export const looksField = (path: string) => path.replace(/^(color|branding)\./, '');
