import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Image types that all browsers support and that contain no scripts. */
export const avatarTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
export const maxAvatarBytes = 1024 * 1024;

export const accountAvatarApi = {
  upload: endpoint({
    auth: { kind: 'account' },
    document: 'user',
    tag: 'My account',
    method: 'POST',
    path: '/api/my-account/avatar',
    summary: 'Upload your picture. It replaces the current one.',
    upload: true,
    response: z.object({ avatar: z.string() }),
    errors: [
      'account_center.not_enabled',
      'account_center.field_not_editable',
      'auth.unauthorized',
      'guard.file_size_exceeded',
      'guard.malware_found',
      'guard.mime_type_not_allowed',
      'storage.scan_failed',
      'storage.upload_error',
    ],
  }),
} as const;
