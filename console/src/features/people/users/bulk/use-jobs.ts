import { type UserJob, userJobsApi } from '@postern/contracts/people/user-jobs';
import { type BulkKind, bulkKinds } from '@postern/contracts/people/user-jobs-bulk';
import { usersApi } from '@postern/contracts/people/users';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRead } from '#platform/client/use-read.ts';

export type BulkJob = UserJob & { kind: BulkKind };

export const isOpen = ({ state }: Pick<UserJob, 'state'>) => state === 'queued' || state === 'running';
const isBulk = (job: UserJob): job is BulkJob => bulkKinds.some((kind) => kind === job.kind);

const often = 1000;
const seldom = 30_000;

/**
 * Running jobs of all administrators, and finished ones with errors until they are dismissed. `onEnd` reports a
 * finished job, or returns that it stays visible.
 */
export function useJobs(onEnd: (job: BulkJob) => 'told' | 'stays') {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<readonly string[]>([]);
  const [ended, setEnded] = useState<readonly string[]>([]);
  const read = useRead(
    userJobsApi.list,
    { query: { page: '1', page_size: '10' } },
    { quiet: true, every: open.length > 0 ? often : seldom, staleTime: 0 },
  );
  const jobs = (read.data ?? []).filter(isBulk);
  const begun = jobs.filter((job) => isOpen(job) && !open.includes(job.id));
  const over = jobs.filter((job) => !isOpen(job) && open.includes(job.id));

  useEffect(() => {
    if (begun.length === 0 && over.length === 0) {
      return;
    }
    setOpen((ids) => [...ids.filter((id) => !over.some((job) => job.id === id)), ...begun.map(({ id }) => id)]);
    const staying = over.filter((job) => onEnd(job) === 'stays').map(({ id }) => id);
    setEnded((ids) => [...ids, ...staying]);
    if (over.length > 0) {
      void queryClient.invalidateQueries({ queryKey: [usersApi.list.tag] });
    }
  }, [begun, over, onEnd, queryClient]);

  return {
    jobs: jobs.filter((job) => isOpen(job) || ended.includes(job.id)),
    dismiss: (id: string) => setEnded((ids) => ids.filter((one) => one !== id)),
    /** Polls often until the job is over, even before it appears in a response. */
    follow: (id: string) => setOpen((ids) => [...ids, id]),
  };
}
