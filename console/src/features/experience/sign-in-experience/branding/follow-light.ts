import { darkBrandOf } from '@postern/contracts/brand';
import { HexColor } from '@postern/contracts/fields';
import { defaultBrandColor, defaultDarkBrandColor } from '@postern/contracts/wire';

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
