import { type ComponentType, createContext, use } from 'react';
import type { AccountIconName } from './icons.tsx';
import type { AccountPhrases } from './phrases/index.ts';
import type { Center } from './settings.ts';

export type AccountPage = {
  /** Of its title and text in the phrases. */
  name: keyof AccountPhrases['pages'];
  path: string;
  icon: AccountIconName;
  Page: ComponentType;
  /** Whether there is anything on it that may be seen. */
  isOpen: (center: Center) => boolean;
};

/** The pages on which this tenant leaves something to see, in their order. */
export const OpenPages = createContext<readonly AccountPage[]>([]);

export const useOpenPages = () => use(OpenPages);
