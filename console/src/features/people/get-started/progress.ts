import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import { auditApi } from '@postern/contracts/records/audit';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { canSend, findWaiting, isBranded, isSignedInTo } from './judge-progress.ts';

export const steps = ['application', 'signIn', 'connector', 'branding'] as const;
export type Step = (typeof steps)[number];
type Progress = Record<Step, boolean>;

const first = { page: '1', page_size: '1' } as const;
const newest = { page: '1', page_size: '100' } as const;

type State = {
  progress?: Progress;
  /** The application that nobody has signed in to yet. */
  waiting?: Application | undefined;
  error: Error | null;
  retry: () => void;
};

/** What is set up in the tenant; undefined while loading. */
export function useProgress(): State {
  const quiet = { quiet: true };
  const applications = useReadPage(applicationsApi.list, { query: newest }, quiet);
  const byCode = useReadPage(
    auditApi.list,
    { query: { ...newest, logKey: 'ExchangeTokenBy.AuthorizationCode' } },
    quiet,
  );
  const bySaml = useReadPage(auditApi.list, { query: { ...newest, logKey: 'SamlApplication.Callback' } }, quiet);
  const signedIn = useReadPage(
    usersApi.list,
    { query: { ...first, neverSignedIn: 'false', count: 'capped' } },
    { quiet: true },
  );
  const connectors = useRead(connectorsApi.list, { query: {} }, { quiet: true });
  const experience = useRead(signInExperienceApi.get, {}, { quiet: true });
  const reads = [applications, byCode, bySaml, signedIn, connectors, experience];
  const error = reads.find((read) => read.error && read.data === undefined)?.error ?? null;
  const retry = () => void Promise.all(reads.map((read) => read.refetch()));
  if (!(applications.data && byCode.data && bySaml.data && signedIn.data && connectors.data && experience.data)) {
    return { error, retry };
  }
  return {
    error,
    retry,
    waiting: findWaiting(applications.data.items),
    progress: {
      application: isSignedInTo([...byCode.data.items, ...bySaml.data.items]),
      signIn: signedIn.data.total > 0,
      connector: canSend(connectors.data),
      branding: isBranded(experience.data),
    },
  };
}
