import type { PublicCaptchaConfig } from '@postern/contracts/experience/captcha';
import type { SignInExperience, SignInMode, SsoConnectorInfo } from '@postern/contracts/experience/sign-in-experience';
import { ssoProviderLogos } from '@postern/contracts/experience/sso-logos';
import type { UsernameConflicts } from '@postern/contracts/experience/username-policy';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

const columns = [
  'tenant_id as tenantId',
  'id',
  'color',
  'branding',
  'language_info as languageInfo',
  'terms_of_use_url as termsOfUseUrl',
  'privacy_policy_url as privacyPolicyUrl',
  'agree_to_terms_policy as agreeToTermsPolicy',
  'sign_in as signIn',
  'sign_up as signUp',
  'social_sign_in as socialSignIn',
  'social_sign_in_connector_targets as socialSignInConnectorTargets',
  'sign_in_mode as signInMode',
  'custom_css as customCss',
  'custom_content as customContent',
  'custom_ui_assets as customUiAssets',
  'password_policy as passwordPolicy',
  'mfa',
  'single_sign_on_enabled as singleSignOnEnabled',
  'support_email as supportEmail',
  'support_website_url as supportWebsiteUrl',
  'unknown_session_redirect_url as unknownSessionRedirectUrl',
  'captcha_policy as captchaPolicy',
  'sentinel_policy as sentinelPolicy',
  'email_blocklist_policy as emailBlocklistPolicy',
  'forgot_password_methods as forgotPasswordMethods',
  'passkey_sign_in as passkeySignIn',
  'adaptive_mfa as adaptiveMfa',
  'username_policy as usernamePolicy',
  'verification_code_policy as verificationCodePolicy',
  'password_expiration as passwordExpiration',
  'hide_logto_branding as hideLogtoBranding',
  'custom_ui_csp as customUiCsp',
  'sign_up_profile_fields as signUpProfileFields',
] as const;

const id = 'default';

export async function findSignInExperience(db: Db): Promise<SignInExperience | undefined> {
  const row = await db.selectFrom('sign_in_experiences').select(columns).where('id', '=', id).executeTakeFirst();
  return row as SignInExperience | undefined;
}

/** What sign-ins read at once: the settings, and which scripts of the tenant take part. */
export type SignInSettings = { experience: SignInExperience; actions: readonly string[] };

export async function findSignInSettings(db: Db): Promise<SignInSettings | undefined> {
  const row = await db
    .selectFrom('sign_in_experiences')
    .select(columns)
    .select(sql<string[]>`array(select type from actions where enabled and script <> '')`.as('actions'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) {
    return undefined;
  }
  const { actions, ...experience } = row;
  return { experience: experience as SignInExperience, actions };
}

/** Prevents other changes until the transaction ends. */
export async function lockSignInExperience(db: Db): Promise<SignInExperience | undefined> {
  const row = await db
    .selectFrom('sign_in_experiences')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as SignInExperience | undefined;
}

const columnNames = new Map(
  columns.map((column): [string, string] => {
    const [name, alias] = column.split(' as ');
    return [alias ?? column, name ?? column];
  }),
);

/** Each given part replaces the old one. */
export async function updateSignInExperience(
  db: Db,
  change: Partial<Omit<SignInExperience, 'tenantId' | 'id'>>,
): Promise<SignInExperience> {
  const values = Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([part, value]) => [
      columnNames.get(part),
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]);
  const row = await db
    .updateTable('sign_in_experiences')
    .set(values.length === 0 ? { id } : Object.fromEntries(values))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as SignInExperience;
}

/** New names wait until the transaction ends. Called before `lockSignInExperience`, as new accounts take the locks in this order. */
export async function lockUsernamePolicy(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(
    hashtextextended('username policy ' || current_setting('app.tenant_id'), 0))`.execute(db);
}

export async function findUsernameConflicts(db: Db, limit: number): Promise<UsernameConflicts> {
  const { rows } = await sql<{ total: number; usernameLower: string; userIds: string[] }>`
    select total::int as total, username_lower as "usernameLower", user_ids as "userIds"
    from username_conflicts(${limit}::int)`.execute(db);
  return {
    totalConflicts: rows[0]?.total ?? 0,
    samples: rows.map(({ usernameLower, userIds }) => ({ usernameLower, userIds })),
  };
}

export async function switchCaptchaOff(db: Db): Promise<void> {
  await db
    .updateTable('sign_in_experiences')
    .set({ captcha_policy: sql`captcha_policy || '{"enabled": false}'::jsonb` })
    .where('id', '=', id)
    .execute();
}

/** The public settings of the captcha provider, without its secret. */
export async function findPublicCaptcha(db: Db): Promise<PublicCaptchaConfig | undefined> {
  const { rows } = await sql<{ config: PublicCaptchaConfig }>`
    select jsonb_strip_nulls(jsonb_build_object('type', config -> 'type', 'siteKey', config -> 'siteKey',
      'domain', config -> 'domain', 'mode', config -> 'mode')) as config
    from captcha_providers`.execute(db);
  return rows[0]?.config;
}

type NewExperience = Pick<
  SignInExperience,
  'color' | 'branding' | 'languageInfo' | 'signIn' | 'signUp' | 'signInMode'
> &
  Partial<Pick<SignInExperience, 'mfa'>> & {
    /** New users are asked for all profile fields, also for later ones. Otherwise for none until some are chosen. */
    asksAllFields?: boolean;
  };

export async function insertSignInExperience(db: Db, experience: NewExperience): Promise<void> {
  await db
    .insertInto('sign_in_experiences')
    .values({
      id,
      color: JSON.stringify(experience.color),
      branding: JSON.stringify(experience.branding),
      language_info: JSON.stringify(experience.languageInfo),
      sign_in: JSON.stringify(experience.signIn),
      sign_up: JSON.stringify(experience.signUp),
      sign_in_mode: experience.signInMode,
      ...(experience.mfa ? { mfa: JSON.stringify(experience.mfa) } : {}),
      ...(experience.asksAllFields ? { sign_up_profile_fields: null } : {}),
    })
    .execute();
}

/** Changes the mode only if it has the expected value; of two concurrent calls, one gets false. */
export async function exchangeSignInMode(db: Db, from: SignInMode, to: SignInMode): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_experiences')
    .set({ sign_in_mode: to })
    .where('id', '=', id)
    .where('sign_in_mode', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** What applications and organizations may override. */
export type Brand = {
  color: Partial<SignInExperience['color']> | null;
  branding: SignInExperience['branding'] | null;
  customCss: string | null;
};

export type ApplicationBrand = Brand & {
  name: string;
  isThirdParty: boolean;
  termsOfUseUrl: string | null;
  privacyPolicyUrl: string | null;
  displayName: string | null;
};

/** Undefined if the application does not exist; without branding it has only its name. */
export async function findApplicationBrand(db: Db, applicationId: string): Promise<ApplicationBrand | undefined> {
  const row = await db
    .selectFrom('applications as a')
    .leftJoin('application_sign_in_experiences as e', 'e.application_id', 'a.id')
    .select([
      'a.name',
      'a.is_third_party as isThirdParty',
      'e.color',
      'e.branding',
      'e.custom_css as customCss',
      'e.terms_of_use_url as termsOfUseUrl',
      'e.privacy_policy_url as privacyPolicyUrl',
      'e.display_name as displayName',
    ])
    .where('a.id', '=', applicationId)
    .executeTakeFirst();
  // The contract validated the JSON columns on write.
  return row as ApplicationBrand | undefined;
}

/** Undefined if the organization does not exist. */
export async function findOrganizationBrand(db: Db, organizationId: string): Promise<Brand | undefined> {
  const row = await db
    .selectFrom('organizations')
    .select(['color', 'branding', 'custom_css as customCss'])
    .where('id', '=', organizationId)
    .executeTakeFirst();
  // The contract validated the JSON columns on write.
  return row as Brand | undefined;
}

/** The enterprise connectors that users can sign in with, oldest first. */
export async function listSsoConnectors(db: Db): Promise<SsoConnectorInfo[]> {
  const rows = await db
    .selectFrom('sso_connectors')
    .select(['id', 'connector_name as connectorName', 'provider_name as providerName', 'branding'])
    .where('is_configured', '=', true)
    .where(sql<boolean>`jsonb_array_length(domains) > 0`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const logos: Record<string, { logo: string; logoDark: string }> = ssoProviderLogos;
  return rows.map(({ id, connectorName, providerName, branding }) => {
    // The contract validated the JSON column on write.
    const own = branding as { displayName?: string; logo?: string; darkLogo?: string };
    const { logo = '', logoDark } = logos[providerName] ?? {};
    // Light and dark logos are used together.
    const darkLogo = own.logo ? own.darkLogo : logoDark;
    return {
      id,
      connectorName: own.displayName || connectorName,
      logo: own.logo || logo,
      ...(darkLogo ? { darkLogo } : {}),
    };
  });
}
