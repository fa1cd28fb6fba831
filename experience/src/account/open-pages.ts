import { createContext, use } from 'react';
import type { AccountPage } from './pages.tsx';

/** The pages on which this tenant leaves something to see, in their order. */
export const OpenPages = createContext<readonly AccountPage[]>([]);

export const useOpenPages = () => use(OpenPages);
