import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { findPasswordIssues } from '#features/experience/password-policy';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { findUser } from './store.ts';

const noDetails = { name: null, username: null, email: null, phone: null };

/** Checks a password against the tenant's policy, optionally for a given user. */
export function checkPasswordRoutes(scope: Scope): void {
  route(scope, signInExperienceApi.checkPassword, {
    respond: async ({ app, tenantId, body: { password, userId }, status }) => {
      const { passwordPolicy: policy } = await getSignInExperience(app, tenantId);
      if (userId === undefined && (policy.rejects?.userInfo ?? true)) {
        const details = 'Give userId: the policy compares the password with what is known about the user.';
        throw new AppError('request.invalid_input', { values: { details }, details, data: { message: details } });
      }
      const user = userId === undefined ? undefined : await app.tenancy.read(tenantId, (db) => findUser(db, userId));
      if (userId !== undefined && !user) {
        throw new AppError('entity.not_exists_with_id', { values: { name: 'User', id: userId } });
      }
      const { name, username, primaryEmail: email, primaryPhone: phone } = user ?? {};
      const issues = await findPasswordIssues(app, password, policy, {
        name: name ?? null,
        username: username ?? null,
        email: email ?? null,
        phone: phone ?? null,
      });
      if (issues.length === 0) {
        return { result: true as const };
      }
      status(400);
      return { result: false as const, issues };
    },
  });

  route(scope, signInExperienceApi.tryPassword, {
    respond: async ({ app, body: { password, passwordPolicy } }) => ({
      issues: await findPasswordIssues(app, password, passwordPolicy, noDetails),
    }),
  });
}
