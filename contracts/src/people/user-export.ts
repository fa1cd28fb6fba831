import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { searchQuery } from '../fields.ts';
import { userFilterShape } from './user-filter.ts';
import { profileFields } from './user-imports.ts';
import { userSearchFields } from './users.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export const ExportFormat = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** In the order of the file. Imports read the columns they know; password digests are never exported. */
export const exportColumns = [
  'id',
  'username',
  'primaryEmail',
  'emailVerified',
  'primaryPhone',
  'phoneVerified',
  'name',
  'avatar',
  ...profileFields,
  'customData',
  'identities',
  'roles',
  'hasPassword',
  'isSuspended',
  'applicationId',
  'createdAt',
  'updatedAt',
  'lastSignInAt',
] as const;

const Columns = z
  .string()
  .max(2048)
  .refine((text) => text.split(',').every((name) => (exportColumns as readonly string[]).includes(name)), {
    error: `Separate columns with commas. Allowed columns: ${exportColumns.join(', ')}.`,
  });

export const userExportApi = {
  download: endpoint({
    auth: { kind: 'management' },
    document: 'management',
    tag: 'Users',
    method: 'GET',
    path: '/api/users/export',
    summary: 'Export all users that match a filter as a file. It never contains passwords.',
    query: searchQuery(userSearchFields).extend({
      format: ExportFormat,
      columns: Columns.optional(),
      excludeRoleId: z.string().optional(),
      excludeOrganizationId: z.string().optional(),
      ...userFilterShape,
    }),
    file: ['text/csv', 'application/x-ndjson'],
    errors: ['request.invalid_input'],
  }),
} as const;
