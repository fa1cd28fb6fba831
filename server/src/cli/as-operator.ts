import { onBehalfOf } from '../platform/actor.ts';

/** Whoever may run commands here; the trail has no better name for them. */
export const commandLine = 'operator';

/** What the work changes stands in the trail as done on the command line. */
export const asOperator = <T>(work: () => Promise<T>): Promise<T> =>
  onBehalfOf({ type: 'administrator', id: commandLine, ip: '', userAgent: 'postern cli' }, work);
