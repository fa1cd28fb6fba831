import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const imageTypes = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/vnd.microsoft.icon',
  'image/x-icon',
  'image/svg+xml',
  'image/tiff',
  'image/webp',
  'image/bmp',
] as const;
export const uploadTypes = [...imageTypes, 'application/zip'] as const;
export const maxUploadBytes = 20 * 1024 * 1024;

export const UserAssetsStatus = z.object({
  status: z.enum(['ready', 'not_configured']),
  allowUploadMimeTypes: z.array(z.enum(uploadTypes)).optional(),
  maxUploadFileSize: z.number().optional(),
  /** Whether people can upload a picture when they register. */
  isExperienceAvatarUploadEnabled: z.boolean().optional(),
});
export const UserAsset = z.object({ url: z.string() });

const management = { auth: { kind: 'management' }, document: 'management', tag: 'User assets' } as const;
const me = { auth: { kind: 'me' }, document: 'me', tag: 'Me' } as const;
/** Types of pictures that people upload: all browsers show them, and they contain no scripts. */
export const avatarTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/bmp'] as const;
/** How many pictures a user or a registration may upload in an hour, and how many come from one network. */
export const avatarsAnHour = { person: 20, network: 200 };
export const avatarErrors = [
  'guard.file_size_exceeded',
  'guard.malware_found',
  'guard.mime_type_not_allowed',
  'storage.scan_failed',
  'storage.too_many_uploads',
  'storage.upload_error',
] as const;

const uploadErrors = [
  'guard.file_size_exceeded',
  'guard.malware_found',
  'guard.mime_type_not_allowed',
  'storage.scan_failed',
  'storage.upload_error',
] as const;

export const userAssetsApi = {
  status: endpoint({
    ...management,
    method: 'GET',
    path: '/api/user-assets/service-status',
    summary: 'Get whether uploads are available, with allowed types and maximum size.',
    response: UserAssetsStatus,
  }),
  upload: endpoint({
    ...management,
    method: 'POST',
    path: '/api/user-assets',
    summary: 'Upload a file, such as a logo. Returns its URL.',
    upload: true,
    response: UserAsset,
    errors: uploadErrors,
  }),
} as const;

export const meAssetsApi = {
  status: endpoint({
    ...me,
    method: 'GET',
    path: '/me/user-assets/service-status',
    summary: 'Get whether uploads are available, with allowed types and maximum size.',
    response: UserAssetsStatus,
  }),
  upload: endpoint({
    ...me,
    method: 'POST',
    path: '/me/user-assets',
    summary: 'Upload a file for the account of the signed-in user, such as a picture.',
    upload: true,
    response: UserAsset,
    errors: uploadErrors,
  }),
} as const;
