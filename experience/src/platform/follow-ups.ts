import { createContext, use } from 'react';

/** Error code → path, gathered from what the steps take; forms follow it instead of showing an error. */
export const FollowUpsContext = createContext<Readonly<Record<string, string>>>({});

export const useFollowUps = () => use(FollowUpsContext);
