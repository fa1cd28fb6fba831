import { useTranslation } from 'react-i18next';
import { isMethod } from '#features/records/audit/shared/event-title.ts';

/** Localized sign-in methods: `password, authenticator code`. */
export function useMethodNames(): (methods: readonly string[]) => string {
  const { t, i18n } = useTranslation();
  const list = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' });
  const nameOf = (method: string) => (isMethod(method) ? t(`audit.methods.${method}`) : method);
  // A session that began with registration began with a password.
  return (methods) =>
    list.format(methods.map((method) => nameOf(method === 'NewPasswordIdentity' ? 'Password' : method)));
}
