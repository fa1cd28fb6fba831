import { type ComponentType, createContext, use } from 'react';
import type { AccountIconName } from './icons.tsx';
import type { AccountPhrases } from './phrases.ts';
import type { Center } from './settings.ts';

export type AccountPage = {
  /** Key of the page's title and text in the phrases. */
  name: keyof AccountPhrases['pages'];
  path: string;
  icon: AccountIconName;
  Page: ComponentType;
  /** Whether the person may see anything on the page. */
  isOpen: (center: Center) => boolean;
  /** False: only reached by a link, and in no menu. */
  isListed?: false;
};

/** The pages with visible content for this tenant, in order. */
export const OpenPages = createContext<readonly AccountPage[]>([]);

export const useOpenPages = () => use(OpenPages);
