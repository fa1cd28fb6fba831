import { darkBrandOf } from '@postern/contracts/brand';
import { judgeSource } from '@postern/contracts/experience/judge-source';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { UpdateSignInExperience } from '@postern/contracts/experience/sign-in-experience-settings';
import { HexColor, isWebUrl } from '@postern/contracts/fields';
import { defaultBrandColor, defaultDarkBrandColor } from '@postern/contracts/wire';
import i18next from 'i18next';
import { z } from 'zod';

const isColor = (text: string) => HexColor.safeParse(text).success;
const color = z
  .string()
  .trim()
  .refine(isColor, { error: () => i18next.t('fields.color') });
const picture = z
  .string()
  .trim()
  .max(2048)
  .refine((value) => value === '' || isWebUrl(value), { error: () => i18next.t('fields.webUrl') });

/** One source per line. */
const sourcesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The server refuses sources of this machine in production; here they are allowed. */
const sources = (directive: 'scriptSrc' | 'connectSrc') =>
  z.string().superRefine((text, context) => {
    const wrong = sourcesIn(text).find((line) => 'fault' in judgeSource(directive, line, false));
    if (wrong !== undefined) {
      const message = i18next.t('signInExperience.customUi.wrongSource', { source: wrong.slice(0, 60) });
      context.addIssue({ code: 'custom', message });
    }
  });

export const BrandingForm = z.object({
  primaryColor: color,
  isDarkModeEnabled: z.boolean(),
  darkPrimaryColor: color,
  logoUrl: picture,
  darkLogoUrl: picture,
  favicon: picture,
  darkFavicon: picture,
  customCss: z.string().max(131_072),
  hidesSignature: z.boolean(),
  customUiAssets: z.object({ id: z.string(), createdAt: z.number() }).nullable(),
  scriptSrc: sources('scriptSrc'),
  connectSrc: sources('connectSrc'),
});
export type BrandingValues = z.infer<typeof BrandingForm>;

const pictures = ['logoUrl', 'darkLogoUrl', 'favicon', 'darkFavicon'] as const;

const brandingOf = (values: BrandingValues) =>
  Object.fromEntries(pictures.filter((name) => values[name]).map((name) => [name, values[name]]));

export function valuesOf(stored: SignInExperience): BrandingValues {
  const { color, branding, customCss, customUiAssets, hideLogtoBranding, customUiCsp } = stored;
  return {
    ...color,
    logoUrl: branding.logoUrl ?? '',
    darkLogoUrl: branding.darkLogoUrl ?? '',
    favicon: branding.favicon ?? '',
    darkFavicon: branding.darkFavicon ?? '',
    customCss: customCss ?? '',
    customUiAssets,
    hidesSignature: hideLogtoBranding,
    scriptSrc: (customUiCsp.scriptSrc ?? []).join('\n'),
    connectSrc: (customUiCsp.connectSrc ?? []).join('\n'),
  };
}

export function bodyOf(values: BrandingValues): UpdateSignInExperience {
  const { primaryColor, isDarkModeEnabled, darkPrimaryColor, customCss, customUiAssets } = values;
  return {
    color: { primaryColor, isDarkModeEnabled, darkPrimaryColor },
    branding: brandingOf(values),
    customCss: customCss || null,
    customUiAssets,
    hideLogtoBranding: values.hidesSignature,
    customUiCsp: { scriptSrc: sourcesIn(values.scriptSrc), connectSrc: sourcesIn(values.connectSrc) },
  };
}

/** The values that the preview can show: incomplete colors and URLs are replaced by the stored ones. */
export function draftOf(values: BrandingValues, stored: SignInExperience): Partial<SignInExperience> {
  const shown = (typed: string, old: string) => (isColor(typed.trim()) ? typed.trim() : old);
  const branding = brandingOf(values);
  return {
    color: {
      primaryColor: shown(values.primaryColor, stored.color.primaryColor),
      isDarkModeEnabled: values.isDarkModeEnabled,
      darkPrimaryColor: shown(values.darkPrimaryColor, stored.color.darkPrimaryColor),
    },
    branding: Object.fromEntries(Object.entries(branding).filter(([, url]) => isWebUrl(String(url)))),
    customCss: values.customCss,
    customUiAssets: values.customUiAssets,
    hideLogtoBranding: values.hidesSignature,
  };
}

const isSame = (one: string, other: string) => one.trim().toUpperCase() === other.toUpperCase();

/** Whether the dark color is derived from the light one or still the default: then it follows. */
function isFollowing(light: string, dark: string): boolean {
  return (
    isSame(dark, darkBrandOf(light.trim())) || (isSame(light, defaultBrandColor) && isSame(dark, defaultDarkBrandColor))
  );
}

/**
 * The dark color after a change of the light one; undefined if it was set by hand, or while the light one is
 * incomplete.
 */
export function followingDark(before: string, after: string, dark: string): string | undefined {
  const isColor = [before, after].every((color) => HexColor.safeParse(color.trim()).success);
  return isColor && isFollowing(before, dark) ? darkBrandOf(after.trim()) : undefined;
}

/** Whether the dark color is that of the light one, so that a change of the light one changed both. */
export const isDarkFollowing = ({ primaryColor, darkPrimaryColor }: BrandingValues) =>
  HexColor.safeParse(primaryColor.trim()).success && isSame(darkPrimaryColor, darkBrandOf(primaryColor.trim()));
