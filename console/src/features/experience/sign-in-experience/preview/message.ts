import type { Translation } from '@postern/contracts/experience/custom-phrases';
import type { PreviewMessage } from '@postern/contracts/experience/preview';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { wordingForPages } from '@postern/contracts/experience-phrases/wire/convert';
import type { Draft } from './draft.tsx';

/** How the preview is looked at; none of it is stored. */
export type View = { mode: 'light' | 'dark'; platform: 'web' | 'mobile'; language: string; path: string };

/** What the sign-in page is told: what is stored, with what is typed on top. */
export function messageFor(
  stored: SignInExperience,
  draft: Draft,
  view: View,
  saved: Translation | undefined,
): PreviewMessage {
  const signInExperience = { ...stored, ...draft.experience };
  const { mode, ...rest } = view;
  // What is being worded shows in place of what is saved, even where it is empty again.
  const phrases = draft.wording?.language === view.language ? draft.wording.phrases : saved;
  return {
    sender: 'ac_preview',
    config: {
      ...rest,
      signInExperience,
      mode: signInExperience.color.isDarkModeEnabled ? mode : 'light',
      isNative: false,
      ...(phrases ? { phrases: wordingForPages(phrases) } : {}),
    },
  };
}
