import { applicationsApi } from '@postern/contracts/access/applications';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { canSend, isBranded } from './judge-progress.ts';

export const steps = ['application', 'signIn', 'connector', 'branding'] as const;
export type Step = (typeof steps)[number];
export type Progress = Record<Step, boolean>;

const first = { page: '1', page_size: '1' } as const;

/** What is set up in the tenant; undefined while loading. */
export function useProgress(): { progress?: Progress; error: Error | null; retry: () => void } {
  const applications = useReadPage(applicationsApi.list, { query: first }, { quiet: true });
  const signedIn = useReadPage(
    usersApi.list,
    { query: { ...first, neverSignedIn: 'false', count: 'capped' } },
    { quiet: true },
  );
  const connectors = useRead(connectorsApi.list, { query: {} }, { quiet: true });
  const experience = useRead(signInExperienceApi.get, {}, { quiet: true });
  const reads = [applications, signedIn, connectors, experience];
  const error = reads.find((read) => read.error && read.data === undefined)?.error ?? null;
  const retry = () => void Promise.all(reads.map((read) => read.refetch()));
  return {
    error,
    retry,
    ...(applications.data && signedIn.data && connectors.data && experience.data
      ? {
          progress: {
            application: applications.data.total > 0,
            signIn: signedIn.data.total > 0,
            connector: canSend(connectors.data),
            branding: isBranded(experience.data),
          },
        }
      : {}),
  };
}
