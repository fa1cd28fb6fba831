import { accessTo, type accountFields } from '@postern/contracts/experience/account-center';
import type { PreviewMessage } from '@postern/contracts/experience/preview';

export type PreviewedCenter = NonNullable<PreviewMessage['config']['accountCenter']>;

const signInScreens = ['/sign-in', '/register', '/forgot-password', '/continue/extra-profile'] as const;

type Field = (typeof accountFields)[number];

/** The pages of the account center with the fields of which people must see at least one; none is needed without. */
const fieldsOf = {
  '/account': undefined,
  '/account/profile': ['name', 'avatar', 'profile', 'customData'],
  '/account/sign-in': ['username', 'email', 'phone', 'password'],
  '/account/security': ['mfa', 'passkey'],
  '/account/linked-accounts': ['social'],
  '/account/data': undefined,
} as const satisfies Record<string, readonly Field[] | undefined>;

type AccountScreen = keyof typeof fieldsOf;
export type Screen = (typeof signInScreens)[number] | AccountScreen;

/** The screens that the preview can show. */
export function screensFor(center: PreviewedCenter | undefined): readonly Screen[] {
  if (!center) {
    return signInScreens;
  }
  const isShown = (field: Field) => accessTo(center.fields, field) !== 'Off';
  const screens = Object.keys(fieldsOf) as AccountScreen[];
  return center.enabled ? screens.filter((screen) => fieldsOf[screen]?.some(isShown) ?? true) : ['/account'];
}
