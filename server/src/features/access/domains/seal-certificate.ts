import { adminTenantId } from '@postern/contracts/wire';
import type { SealedColumn } from '#platform/secrets/sealed-columns';

export const keyPurpose = (tenantId: string, id: string) => `domain-certificate/${tenantId}/${id}`;
export const accountPurpose = (directory: string) => `acme-account/${adminTenantId}/${directory}`;

export const sealedKeys: SealedColumn[] = [
  { table: 'domains', column: 'certificate_key', purpose: ({ tenantId, id }) => keyPurpose(tenantId, id) },
  { table: 'acme_accounts', column: 'key', key: ['directory'], purpose: ({ id }) => accountPurpose(id) },
];
