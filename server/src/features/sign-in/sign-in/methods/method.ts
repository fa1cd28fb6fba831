import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import type { PendingProfile, Started, VerificationRecord } from '#features/sign-in/interaction';

/** The user whom a proof identifies. */
export type Person = {
  id: string;
  isSuspended: boolean;
  /** The security epoch of the user. */
  epoch: number | undefined;
  /** The proven address was only claimed so far: existing credentials are removed. */
  claims?: 'email' | 'phone';
  /** Data to add to the account, such as a newly linked identity. */
  brings?: PendingProfile;
};

/** A sign-in method and how its records are used. */
export type Method<R extends VerificationRecord = VerificationRecord> = {
  /** Whether the settings allow it to identify a user; undefined if it never does. */
  isEnabled?: (experience: SignInExperience, record: R, event: InteractionEvent) => boolean;
  /** Whether the settings allow registration with it; undefined if it never does. */
  mayRegister?: (experience: SignInExperience, record: R) => boolean;
  /** The user it identifies; throws if there is none. */
  find?: (signIn: Started, record: R, options: { link: boolean }) => Promise<Person>;
  /** Data for a new account; throws if it belongs to an existing one. */
  propose?: (signIn: Started, record: R, experience: SignInExperience) => Promise<PendingProfile>;
};
