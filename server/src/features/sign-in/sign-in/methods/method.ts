import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import type { PendingProfile, VerificationRecord } from '../gather.ts';
import type { Started } from '../interaction.ts';

/** Whom a proof names. */
export type Person = {
  id: string;
  isSuspended: boolean;
  /** The address it proves has been only claimed so far: what opened the account until now falls. */
  claims?: 'email' | 'phone';
  /** What comes along into the account, such as a newly linked identity. */
  brings?: PendingProfile;
};

/** A way to prove who you are: what its records are worth. */
export type Method<R extends VerificationRecord = VerificationRecord> = {
  /** Whether the settings let it name somebody; undefined where it never does. */
  isEnabled?: (experience: SignInExperience, record: R, event: InteractionEvent) => boolean;
  /** Whether the settings let somebody new register with it; undefined where nobody does. */
  mayRegister?: (experience: SignInExperience, record: R) => boolean;
  /** Whom it names; throws when nobody. */
  find?: (signIn: Started, record: R, options: { link: boolean }) => Promise<Person>;
  /** What it brings to a new account; throws when that belongs to somebody already. */
  propose?: (signIn: Started, record: R, experience: SignInExperience) => Promise<PendingProfile>;
};
