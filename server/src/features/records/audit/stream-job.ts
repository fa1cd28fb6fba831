/** The slice `log-streams` handles this queue. Its jobs are added together with the entries that they send. */
export const streamQueue = 'log-streams.send';

/** The job of a stream: it sends everything that is due. */
export const streamJob = ({ tenantId, id }: { tenantId: string; id: string }) => ({
  key: id,
  tenantId,
  payload: { streamId: id },
});
