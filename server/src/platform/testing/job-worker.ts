/** A worker in a separate process. Prints that it has started a job and never finishes it. */

import { startJobs } from '#platform/jobs/jobs';
import { createLog } from '#platform/observe/log';
import { createMetrics } from '#platform/observe/metrics';
import { createCache } from '#platform/tenancy/cache';
import { createTenancy } from '#platform/tenancy/tenancy';

const [connectionString = '', queue = ''] = process.argv.slice(2);

startJobs({
  tenancy: createTenancy({
    address: { connectionString },
    cache: createCache(),
    poolSize: 2,
    poolMode: 'session',
    caseSensitiveUsername: true,
  }),
  log: createLog('silent'),
  metrics: createMetrics(),
  handlers: [
    {
      queue,
      async run({ report }) {
        await report({ pid: process.pid });
        return new Promise(() => undefined);
      },
    },
  ],
});
// Timers of the product do not keep a process alive.
setTimeout(() => undefined, 600_000);
