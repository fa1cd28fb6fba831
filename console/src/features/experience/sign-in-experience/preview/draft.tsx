import type { Translation } from '@postern/contracts/experience/custom-phrases';
import type { FullSignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';

/** What the preview shows on top of what is stored. */
export type Draft = {
  experience: Partial<FullSignInExperience>;
  /** Unsaved wording of one language; the preview speaks it while it is edited. */
  wording?: { language: string; phrases: Translation };
  isDirty: boolean;
  /** The screen that the open tab is about; the sign-in page without. */
  screen?: Screen;
};

export const screens = ['/sign-in', '/register', '/forgot-password', '/continue/extra-profile'] as const;
export type Screen = (typeof screens)[number];

type Change = (update: (draft: Draft) => Draft) => void;

const nothing: Draft = { experience: {}, isDirty: false };
const DraftContext = createContext<Draft>(nothing);
const ChangeContext = createContext<Change>(() => undefined);

/** Typing in a tab changes what the preview shows, and renders nothing else again. */
export function DraftProvider({ children }: { children: ReactNode }) {
  const [draft, setDraft] = useState(nothing);
  return (
    <ChangeContext value={setDraft}>
      <DraftContext value={draft}>{children}</DraftContext>
    </ChangeContext>
  );
}

export const useDraft = () => use(DraftContext);

/**
 * Shows unsaved values in the preview for as long as the calling tab is open. What is undefined shows as stored; what
 * is not valid yet, such as half a color, should be left out.
 */
export function usePreviewDraft(
  experience: Partial<FullSignInExperience>,
  isDirty: boolean,
  screen: Screen = '/sign-in',
): void {
  const change = use(ChangeContext);
  const text = JSON.stringify(experience);
  const stable = useMemo((): Draft['experience'] => JSON.parse(text), [text]);
  useEffect(
    () => change((draft) => ({ ...draft, experience: stable, isDirty, screen })),
    [change, stable, isDirty, screen],
  );
  useEffect(() => () => change(({ wording }) => ({ ...nothing, ...(wording ? { wording } : {}) })), [change]);
}

/** Shows unsaved wording in the preview, in its language. */
export function usePreviewWording(language: string, phrases: Translation): void {
  const change = use(ChangeContext);
  const text = JSON.stringify(phrases);
  const stable = useMemo((): Translation => JSON.parse(text), [text]);
  useEffect(
    () => change((draft) => ({ ...draft, wording: { language, phrases: stable } })),
    [change, language, stable],
  );
  useEffect(() => () => change(({ wording: _, ...draft }) => draft), [change]);
}

/** Says that something is not saved yet, where it is none of the settings themselves. */
export function usePreviewDirty(isDirty: boolean): void {
  const change = use(ChangeContext);
  useEffect(() => {
    change((draft) => ({ ...draft, isDirty }));
    return () => change((draft) => ({ ...draft, isDirty: false }));
  }, [change, isDirty]);
}
