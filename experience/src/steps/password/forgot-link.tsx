import { usePhrases } from '../../platform/phrases.ts';
import { linkTo } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';

/** Shown only if the tenant can send a code to reset the password. */
export function ForgotLink() {
  const { signIn } = usePhrases();
  const { forgotPassword } = useSettings().experience;
  return forgotPassword.email || forgotPassword.phone ? <a {...linkTo('/forgot-password')}>{signIn.forgot}</a> : null;
}
