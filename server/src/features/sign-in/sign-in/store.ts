import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

type ProfileFieldPart = {
  enabled: boolean;
  name: string;
  type: string;
  required: boolean;
  config?: ProfileFieldConfig;
};

export type ProfileFieldConfig = {
  minLength?: number;
  maxLength?: number;
  minValue?: number;
  maxValue?: number;
  format?: string;
  customFormat?: string;
  options?: { value: string }[];
  parts?: ProfileFieldPart[];
};

export type ProfileField = { name: string; type: string; required: boolean; config: ProfileFieldConfig };

/** Fields for new users, in their order. */
export async function listProfileFields(db: Db): Promise<ProfileField[]> {
  const rows = await db
    .selectFrom('custom_profile_fields')
    .select(['name', 'type', 'required', 'config'])
    .orderBy('sie_order')
    .orderBy('name')
    .execute();
  // The config was validated by its contract when it was written.
  return rows as ProfileField[];
}

/** The redirect URIs of installed applications. */
export async function listNativeRedirectUris(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('applications')
    .select(sql<string[]>`coalesce(oidc_client_metadata -> 'redirectUris', '[]')`.as('redirectUris'))
    .where('type', '=', 'Native')
    .execute();
  return rows.flatMap(({ redirectUris }) => redirectUris);
}
