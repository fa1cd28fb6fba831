import type { Step } from '../platform/router.ts';
import { consent } from './consent/index.tsx';
import { error } from './error/index.tsx';
import { password } from './password/index.ts';
import { register } from './register/index.tsx';
import { signIn } from './sign-in/index.tsx';
import { unknownSession } from './unknown-session/index.tsx';

/** One line per step; a new way to sign in is a folder and a line. */
export const steps: readonly Step[] = [signIn, register, password, consent, unknownSession, error];
