import type { Translation } from '@postern/contracts/experience/custom-phrases';
import type { FullSignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import type { PreviewedCenter, Screen } from './screens.ts';

/** Unsaved values that the preview shows on top of the stored ones. */
export type Draft = {
  experience: Partial<FullSignInExperience>;
  /** Unsaved phrases of one language; the preview uses this language while they are edited. */
  wording?: { language: string; phrases: Translation };
  isDirty: boolean;
  /** Settings of the account center, which the preview then shows instead of the sign-in pages. */
  accountCenter?: PreviewedCenter;
  /** The screen for the open tab; defaults to the sign-in page. */
  screen?: Screen;
};

type Change = (update: (draft: Draft) => Draft) => void;

const nothing: Draft = { experience: {}, isDirty: false };
const DraftContext = createContext<Draft>(nothing);
const ChangeContext = createContext<Change>(() => undefined);

/** Typing in a tab updates the preview without rerendering anything else. */
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
 * Shows unsaved values in the preview while the calling tab is open. Undefined values are shown as stored; invalid
 * ones, such as an incomplete color, should be left out.
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

/** Shows the account center with unsaved settings while the calling tab is open. */
export function usePreviewCenter(center: PreviewedCenter, isDirty: boolean): void {
  const change = use(ChangeContext);
  const text = JSON.stringify(center);
  const stable = useMemo((): PreviewedCenter => JSON.parse(text), [text]);
  useEffect(
    () => change((draft) => ({ ...draft, accountCenter: stable, isDirty, screen: '/account' })),
    [change, stable, isDirty],
  );
  useEffect(() => () => change(({ wording }) => ({ ...nothing, ...(wording ? { wording } : {}) })), [change]);
}

/** Shows unsaved phrases in the preview, in their language. */
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

/** Marks unsaved changes that are not part of the settings themselves. */
export function usePreviewDirty(isDirty: boolean): void {
  const change = use(ChangeContext);
  useEffect(() => {
    change((draft) => ({ ...draft, isDirty }));
    return () => change((draft) => ({ ...draft, isDirty: false }));
  }, [change, isDirty]);
}
