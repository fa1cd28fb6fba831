import { isWebUrl } from '@postern/contracts/fields';
import type { SocialUserInfo } from '@postern/contracts/sign-in/sign-in';

const maxRawLength = 16_384;

const tidyText = (text: string | undefined, max: number) =>
  text?.replaceAll('\0', '').toWellFormed().trim().slice(0, max) || undefined;

/** Cleans up data of a provider: storable, limited in size, and without URLs that a browser would execute. */
export function tidyUserInfo({ id, email, phone, name, avatar, rawData }: SocialUserInfo): SocialUserInfo {
  const raw = rawData === undefined ? undefined : JSON.stringify(rawData).replaceAll('\\u0000', '').toWellFormed();
  const picture = tidyText(avatar, 2048);
  const kept = {
    email: tidyText(email, 128),
    phone: tidyText(phone, 128),
    name: tidyText(name, 128),
    avatar: picture && isWebUrl(picture) ? picture : undefined,
    rawData: raw !== undefined && raw.length <= maxRawLength ? (JSON.parse(raw) as unknown) : undefined,
  };
  return {
    id: tidyText(id, 256) ?? '',
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
  };
}
