import type { ProfileFieldNames } from '@postern/contracts/experience/custom-profile-fields';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { usernamePolicyApi } from '@postern/contracts/experience/username-policy';
import { adminTenantId } from '@postern/contracts/wire';
import { customPhrasesOf, languagesOfTenant } from '#features/experience/custom-phrases';
import {
  listCustomProfileFields,
  lockProfileFields,
  refuseWrongFields,
} from '#features/experience/custom-profile-fields';
import { listSocialConnectors, messageChannels } from '#features/messages/connectors';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { type Abilities, checkSettings } from './check-settings.ts';
import { checkSources } from './check-sources.ts';
import {
  findSignInExperience,
  findUsernameConflicts,
  lockSignInExperience,
  lockUsernamePolicy,
  updateSignInExperience,
} from './store.ts';

const conflictsShown = 20;

async function refuseUsernameConflicts(db: Db): Promise<void> {
  const conflicts = await findUsernameConflicts(db, conflictsShown);
  if (conflicts.totalConflicts > 0) {
    throw new AppError('sign_in_experiences.username_policy_case_conflicts_exist', { data: conflicts });
  }
}

/** Locked before the settings, as by the deletion of a field. */
async function checkSignUpFields(db: Db, chosen: ProfileFieldNames | null | undefined): Promise<void> {
  if (chosen) {
    await lockProfileFields(db);
    refuseWrongFields(
      chosen.map(({ name }) => name),
      await listCustomProfileFields(db),
    );
  }
}

async function abilitiesOf(app: App, tenantId: string): Promise<Abilities> {
  const [channels, social, phrases] = await Promise.all([
    messageChannels(app, tenantId),
    listSocialConnectors(app, tenantId),
    customPhrasesOf(app, tenantId),
  ]);
  return {
    ...channels,
    languages: languagesOfTenant(phrases),
    socialTargets: new Set(social.map(({ target }) => target)),
  };
}

/** Whether second factors were switched on or off. */
function mfaChange(before: Pick<SignInExperience, 'mfa'>, { mfa }: Partial<SignInExperience>) {
  const isOn = (value: Pick<SignInExperience['mfa'], 'factors'>) => value.factors.length > 0;
  return mfa && isOn(mfa) !== isOn(before.mfa) ? { mfa: isOn(mfa) ? 'enabled' : 'disabled' } : {};
}

export function signInExperienceRoutes(scope: Scope): void {
  route(scope, signInExperienceApi.get, async ({ db }) => {
    const experience = await findSignInExperience(db);
    if (!experience) {
      throw new AppError('entity.not_found');
    }
    return experience;
  });

  route(scope, usernamePolicyApi.conflicts, async ({ db, query }) =>
    findUsernameConflicts(db, query.limit ?? conflictsShown),
  );

  route(scope, signInExperienceApi.update, {
    changesSettings: true,
    prepare: ({ app, tenantId }) => abilitiesOf(app, tenantId),
    handle: async ({ app, db, tenantId, body, prepared }) => {
      if (body.customUiAssets && tenantId === adminTenantId) {
        throw new AppError('guard.not_allowed_for_admin_tenant');
      }
      const foldsUsernames = body.usernamePolicy?.caseSensitive === false;
      if (foldsUsernames) {
        await lockUsernamePolicy(db);
      }
      await checkSignUpFields(db, body.signUpProfileFields);
      // The rules connect several settings, so concurrent changes must see each other.
      const current = await lockSignInExperience(db);
      if (!current) {
        throw new AppError('entity.not_found');
      }
      const change = {
        ...checkSettings(current, body, prepared),
        ...(body.customUiCsp ? { customUiCsp: checkSources(body.customUiCsp, app.config.isProduction) } : {}),
      };
      if (foldsUsernames && current.usernamePolicy.caseSensitive) {
        await refuseUsernameConflicts(db);
      }
      const changed = await updateSignInExperience(db, change);
      await emit(db, {
        name: 'SignInExperience.Data.Updated',
        subjectId: current.id,
        data: { parts: Object.keys(change), ...mfaChange(current, change) },
      });
      return changed;
    },
  });
}
