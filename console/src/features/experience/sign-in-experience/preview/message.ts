import type { Translation } from '@postern/contracts/experience/custom-phrases';
import type { PreviewMessage } from '@postern/contracts/experience/preview';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { wordingForPages } from '@postern/contracts/experience-phrases/wire/convert';
import type { Draft } from './draft.tsx';

/** View options of the preview; not stored. */
export type View = { mode: 'light' | 'dark'; platform: 'web' | 'mobile'; language: string; path: string };

/** The message for the page: stored values overridden by unsaved ones. */
export function messageFor(
  stored: SignInExperience,
  draft: Draft,
  view: View,
  saved: Translation | undefined,
): PreviewMessage {
  const signInExperience = { ...stored, ...draft.experience };
  const { mode, ...rest } = view;
  // Phrases being edited replace the saved ones, even if they were cleared.
  const phrases = draft.wording?.language === view.language ? draft.wording.phrases : saved;
  return {
    sender: 'ac_preview',
    config: {
      ...rest,
      signInExperience,
      mode: signInExperience.color.isDarkModeEnabled ? mode : 'light',
      isNative: false,
      ...(draft.accountCenter ? { accountCenter: draft.accountCenter } : {}),
      ...(phrases ? { phrases: wordingForPages(phrases) } : {}),
    },
  };
}
