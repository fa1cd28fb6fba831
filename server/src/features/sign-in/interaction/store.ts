import type { Statement } from '#platform/tenancy/tenancy';

/** In microseconds, as security epochs. */
export const nowStatement: Statement = {
  name: 'sign_in_now',
  text: 'select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint as now',
};
