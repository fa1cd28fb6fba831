import { parseObject } from '#features/people/user-jobs';
import { encodeBase32, isTotpSecret } from '#features/people/users';
import type { SourceUser } from './model.ts';
import { type Item, item, items, text } from './read-fields.ts';

type Factors = Pick<SourceUser, 'totpSecret' | 'dropped'>;

/** A secret of an authenticator app in base32, with the usual settings: SHA-1, 6 digits, 30 seconds. */
export function readTotp(secret: string | undefined): Factors {
  const compact = secret?.replace(/[\s=]/g, '').toUpperCase();
  if (!compact) {
    return {};
  }
  return isTotpSecret(compact)
    ? { totpSecret: compact }
    : { dropped: ['The authenticator app is not imported: its secret has another length or format.'] };
}

const notImported = (what: string) => `Its second factor ${what} is not imported.`;

const isUsual = ({ subType, digits, period, algorithm }: Item) =>
  subType === 'totp' && digits === 6 && period === 30 && algorithm === 'HmacSHA1';

/** Keycloak stores the bytes that authenticator apps know in base32. Newer exports have both parts as JSON strings. */
function readOtp(credential: Item): Factors {
  const data = parseObject(text(credential.credentialData) ?? '') ?? {};
  const secret = text(parseObject(text(credential.secretData) ?? '')?.value);
  if (secret === undefined || !isUsual(data)) {
    return { dropped: ['The authenticator app is not imported: it does not use SHA-1, 6 digits and 30 seconds.'] };
  }
  return readTotp(data.secretEncoding === 'BASE32' ? secret : encodeBase32(Buffer.from(secret)));
}

export function readKeycloakFactors(user: Item): Factors {
  const credentials = items(user.credentials).filter(({ type }) => type !== 'password');
  const apps = credentials.filter(({ type }) => type === 'otp' || type === 'totp').map(readOtp);
  const kept = apps.find((one) => one.totpSecret !== undefined);
  const others = credentials.filter(({ type }) => type !== 'otp' && type !== 'totp');
  return {
    ...kept,
    dropped: [
      // An account here has one authenticator app.
      ...apps.filter((one) => one !== kept).map(({ dropped: [reason = notImported('otp')] = [] }) => reason),
      ...others.map(({ type }) => notImported(text(type) ?? 'of an unknown type')),
    ],
  };
}

/** Exports of Auth0 name the factors, and those of Firebase list them without secrets. */
export const listFactors = (user: Item): Factors => {
  const names = [
    ...(Array.isArray(user.multifactor) ? user.multifactor.map(String) : []),
    ...items(user.mfaInfo).map((factor) =>
      'phoneInfo' in factor ? 'SMS' : (text(item(factor).displayName) ?? 'TOTP'),
    ),
  ];
  return names.length > 0 ? { dropped: names.map(notImported) } : {};
};
