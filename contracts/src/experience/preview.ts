import type { Translation } from './custom-phrases.ts';
import type { FullSignInExperience } from './sign-in-experience.ts';

/** What the console tells the sign-in page that it shows in a frame, at every change. Nothing in it is secret. */
export type PreviewMessage = {
  sender: 'ac_preview';
  config: {
    /** Goes over the settings that the page was sent with. */
    signInExperience: Partial<FullSignInExperience>;
    language: string;
    mode: 'light' | 'dark';
    platform: 'web' | 'mobile';
    isNative: boolean;
    /** The screen to show; the page stays where it is without. */
    path?: string;
    /** The tenant's own wording in that language, saved or not. */
    phrases?: Translation;
  };
};
