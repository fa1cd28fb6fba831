import { isWebUrl } from '@postern/contracts/fields';
import type { SocialUserInfo } from '@postern/contracts/sign-in/sign-in';

const maxRawLength = 16_384;
const maxRawDepth = 20;

/** Without what PostgreSQL cannot store. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

const tidyText = (text: string | undefined, max: number) =>
  (text === undefined ? undefined : storable(text).trim().slice(0, max)) || undefined;

/** An ID or address is kept as it is or not at all: a shortened one could be that of another person. */
function wholeText(text: string | undefined, max: number): string | undefined {
  return text === tidyText(text, max) ? text : undefined;
}

/** The same for all texts and names of fields. What is nested deeper than users need is left out. */
function storableJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    return storable(value);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (depth === maxRawDepth) {
    return null;
  }
  return Array.isArray(value)
    ? value.map((one) => storableJson(one, depth + 1))
    : Object.fromEntries(Object.entries(value).map(([name, one]) => [storable(name), storableJson(one, depth + 1)]));
}

function tidyRaw(rawData: unknown): unknown {
  const raw = rawData === undefined ? undefined : JSON.stringify(storableJson(rawData));
  return raw !== undefined && raw.length <= maxRawLength ? (JSON.parse(raw) as unknown) : undefined;
}

/** Cleans up data of a provider: storable, limited in size, and without URLs that a browser would execute. */
export function tidyUserInfo({ id, email, phone, name, avatar, rawData }: SocialUserInfo): SocialUserInfo {
  const picture = tidyText(avatar, 2048);
  const kept = {
    email: wholeText(email?.trim(), 128),
    phone: wholeText(phone?.trim(), 128),
    name: tidyText(name, 128),
    avatar: picture && isWebUrl(picture) ? picture : undefined,
    rawData: tidyRaw(rawData),
  };
  return {
    id: wholeText(id, 256) ?? '',
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
  };
}
