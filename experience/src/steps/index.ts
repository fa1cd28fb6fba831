import type { Step } from '../platform/router.ts';
import { consent } from './consent/index.tsx';
import { continueSignIn } from './continue/index.ts';
import { direct } from './direct/index.ts';
import { error } from './error/index.tsx';
import { forgotPassword } from './forgot-password/index.tsx';
import { magicLink } from './magic-link/index.ts';
import { mfa } from './mfa/index.ts';
import { notMe } from './not-me/index.ts';
import { oneTimeToken } from './one-time-token/index.ts';
import { password } from './password/index.ts';
import { register } from './register/index.tsx';
import { signIn } from './sign-in/index.tsx';
import { social } from './social/index.ts';
import { springboard } from './springboard/index.ts';
import { sso } from './sso/index.ts';
import { switchAccount } from './switch-account/index.ts';
import { undoChange } from './undo-change/index.ts';
import { unknownSession } from './unknown-session/index.tsx';
import { verificationCode } from './verification-code/index.tsx';

/** One line per step; a new sign-in method is a folder and a line. */
export const steps: readonly Step[] = [
  signIn,
  register,
  password,
  verificationCode,
  forgotPassword,
  continueSignIn,
  magicLink,
  mfa,
  social,
  sso,
  direct,
  oneTimeToken,
  switchAccount,
  springboard,
  consent,
  undoChange,
  notMe,
  unknownSession,
  error,
];
