import type {
  ApplicationSignInExperience,
  SaveApplicationSignInExperience,
} from '@postern/contracts/access/application-branding';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

const columns = [
  'tenant_id as tenantId',
  'application_id as applicationId',
  'color',
  'branding',
  'custom_css as customCss',
  'terms_of_use_url as termsOfUseUrl',
  'privacy_policy_url as privacyPolicyUrl',
  'display_name as displayName',
] as const;

export async function findApplicationExperience(
  db: Db,
  applicationId: string,
): Promise<ApplicationSignInExperience | undefined> {
  const row = await db
    .selectFrom('application_sign_in_experiences')
    .select(columns)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  return row as ApplicationSignInExperience | undefined;
}

/** Creates or updates it. Omitted fields keep their value; empty texts are stored as null. */
export async function saveApplicationExperience(
  db: Db,
  applicationId: string,
  given: SaveApplicationSignInExperience,
): Promise<{ experience: ApplicationSignInExperience; isNew: boolean }> {
  const { color, branding, customCss, displayName, termsOfUseUrl, privacyPolicyUrl } = given;
  const values = {
    ...(color === undefined ? {} : { color: JSON.stringify(color) }),
    ...(branding === undefined ? {} : { branding: JSON.stringify(branding) }),
    ...(customCss === undefined ? {} : { custom_css: customCss || null }),
    ...(displayName === undefined ? {} : { display_name: displayName || null }),
    terms_of_use_url: termsOfUseUrl,
    privacy_policy_url: privacyPolicyUrl,
  };
  const { isNew, ...experience } = await db
    .insertInto('application_sign_in_experiences')
    .values({ application_id: applicationId, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'application_id']).doUpdateSet(values))
    // xmax is 0 for a row that this statement inserted, and not for one that it updated.
    .returning([...columns, sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow();
  return { experience: experience as ApplicationSignInExperience, isNew };
}
