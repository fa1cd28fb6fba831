import { endpoint } from '../endpoint.ts';
import { avatarErrors, UserAsset } from '../records/user-assets.ts';

export const avatarUploadsApi = {
  upload: endpoint({
    auth: { kind: 'interaction' },
    document: 'experience',
    tag: 'Experience',
    method: 'POST',
    path: '/api/experience/user-assets/avatar',
    summary: 'Upload a picture during a registration. It is deleted after a day unless the new account uses it.',
    upload: true,
    response: UserAsset,
    errors: [
      'session.interaction_not_found',
      'session.not_supported_for_forgot_password',
      'session.invalid_interaction_type',
      ...avatarErrors,
    ],
  }),
} as const;
