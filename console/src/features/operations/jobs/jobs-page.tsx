import { installationJobsApi } from '@postern/contracts/operations/jobs';
import { JobsView } from './shared/jobs-view.tsx';

export function JobsPage() {
  return <JobsView api={installationJobsApi} />;
}
