import type { Statement } from '#platform/tenancy';

/** $1 host. */
export const findByHost: Statement = {
  name: 'protected_app_by_host',
  text: `select id, name, protected_app_metadata as metadata from applications
    where type = 'Protected' and protected_app_metadata ->> 'host' = $1`,
};

/** $1 application ID. */
export const findById: Statement = {
  name: 'protected_app_by_id',
  text: `select id, name, protected_app_metadata as metadata from applications where type = 'Protected' and id = $1`,
};
