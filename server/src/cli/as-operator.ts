import { onBehalfOf } from '#platform/http/actor';

/** The actor name in the audit log for all commands. */
export const commandLine = 'operator';

/** Records changes of the work in the audit log as made on the command line. */
export const asOperator = <T>(work: () => Promise<T>): Promise<T> =>
  onBehalfOf({ type: 'administrator', id: commandLine, ip: '', userAgent: 'postern cli' }, work);
