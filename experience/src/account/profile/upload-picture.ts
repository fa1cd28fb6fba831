import type { accountAvatarApi } from '@postern/contracts/account/account-avatar';
import { request } from '../../platform/client.ts';
import { pictureForm } from '../../platform/shrink-picture.ts';
import type { Routes } from '../client.ts';
import { withToken } from '../session.ts';

export const avatarRoutes = { upload: 'POST /api/my-account/avatar' } as const satisfies Routes<
  Pick<typeof accountAvatarApi, 'upload'>
>;

/** Sets a file as the picture of the account; otherwise returns why it cannot. */
export async function uploadPicture(file: File): Promise<'broken' | 'too-large' | undefined> {
  const body = await pictureForm(file);
  if (!(body instanceof FormData)) {
    return body;
  }
  await withToken((token) => request(avatarRoutes.upload, { body, headers: { authorization: `Bearer ${token}` } }));
  return undefined;
}
