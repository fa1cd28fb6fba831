import type { ShownAccountCenter } from './account-center.ts';
import type { Translation } from './custom-phrases.ts';
import type { FullSignInExperience } from './sign-in-experience.ts';

/** The message of the console to the page in its preview frame, a sign-in page or the account center, sent on every change. Contains no secrets. */
export type PreviewMessage = {
  sender: 'ac_preview';
  config: {
    /** Overrides the settings that the page was sent with. */
    signInExperience: Partial<FullSignInExperience>;
    language: string;
    mode: 'light' | 'dark';
    platform: 'web' | 'mobile';
    isNative: boolean;
    /** The screen to show; without it the page stays where it is. */
    path?: string;
    /** For the account center only: the settings to show. */
    accountCenter?: ShownAccountCenter;
    /** The tenant's own phrases in that language, saved or not. */
    phrases?: Translation;
  };
};
