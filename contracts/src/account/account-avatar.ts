import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { avatarErrors, UserAsset } from '../records/user-assets.ts';

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
  store: endpoint({
    auth: { kind: 'account' },
    document: 'user',
    tag: 'My account',
    method: 'POST',
    path: '/api/my-account/user-assets/avatar',
    summary: 'Upload a picture. Returns its URL, which you can then set as your picture.',
    upload: true,
    response: UserAsset,
    errors: ['account_center.not_enabled', 'account_center.field_not_editable', 'auth.unauthorized', ...avatarErrors],
  }),
} as const;
