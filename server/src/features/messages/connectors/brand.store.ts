import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { Db } from '#platform/db';

type Looks = Pick<SignInExperience, 'color' | 'branding'>;
export type MessageLooks = Looks & { own: { [Part in keyof Looks]: Partial<Looks[Part]> | null } };

/** Colors and logos of the tenant and of the application. */
export async function findMessageLooks(db: Db, applicationId: string): Promise<MessageLooks | undefined> {
  const row = await db
    .selectFrom('sign_in_experiences as e')
    .leftJoin('application_sign_in_experiences as a', (join) => join.on('a.application_id', '=', applicationId))
    .select(['e.color', 'e.branding', 'a.color as ownColor', 'a.branding as ownBranding'])
    .executeTakeFirst();
  if (!row) {
    return undefined;
  }
  const { color, branding, ownColor, ownBranding } = row;
  // The contract validated the JSON columns on write.
  return { color, branding, own: { color: ownColor, branding: ownBranding } } as MessageLooks;
}
