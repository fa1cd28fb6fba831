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
