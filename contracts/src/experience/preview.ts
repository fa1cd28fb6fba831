import type { Translation } from './custom-phrases.ts';
import type { FullSignInExperience } from './sign-in-experience.ts';

/** The message of the console to the sign-in page in its preview frame, sent on every change. Contains no secrets. */
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
    /** The tenant's own phrases in that language, saved or not. */
    phrases?: Translation;
  };
};
