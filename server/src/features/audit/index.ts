import type { Feature } from '#platform/app';
import { createPartitions, insertLogs } from './store.ts';

export const audit: Feature = {
  name: 'audit',
  subscribers: [{ name: 'audit', handle: insertLogs }],
  jobs: [{ name: 'audit.partitions', everySeconds: 3600, run: createPartitions }],
};
