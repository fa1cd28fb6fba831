import { recordMinutes } from '@postern/contracts/account/account-verifications';
import { meApi, meFactorsApi, meSocialApi } from '@postern/contracts/account/me';
import type { User } from '@postern/contracts/people/users';
import { meAssetsApi } from '@postern/contracts/records/user-assets';
import {
  type AccountRequest,
  beginPasskeyUse,
  insertRecord,
  keepWayIn,
  listDueFactors,
  type Person,
  type Proof,
  requirePassword,
  showPasskeyUse,
  takeFactorCode,
} from '#features/account/account';
import { refuseEmail } from '#features/experience/email-blocklist';
import { getSignInExperience, requireGoodUsername } from '#features/experience/sign-in-experience';
import { describeSocialConnectors, socialConnector } from '#features/messages/connectors';
import { deleteIdentity, mergeUserJson, updateUser } from '#features/people/users';
import { storeUpload, uploadStatus } from '#features/records/user-assets';
import { refuseSsoEmail } from '#features/sign-in/sign-in';
import { acceptUploads } from '#platform/files/upload';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import { changeMe, getActiveUser, getPerson } from './change.ts';
import { beginLink, finishLink } from './link-social.ts';
import { isUsable, requireFactorStatus, requireOwnStatus, takeEmailStatus } from './require-status.ts';
import { setPassword } from './set-password.ts';
import { sendEmailCode, showEmailCode } from './verify-email.ts';

/** Pictures of console users. */
export function meAssetRoutes(scope: Scope): void {
  route(scope, meAssetsApi.status, { respond: async () => uploadStatus });
  acceptUploads(scope, (inner) =>
    route(inner, meAssetsApi.upload, {
      respond: async ({ app, tenantId, caller, request }) => {
        const { id } = await app.tenancy.read(tenantId, (db) => getActiveUser(db, { caller }));
        return { url: await storeUpload(app, tenantId, id, request) };
      },
    }),
  );
}

/** `hasPassword` is present only if true. */
const show = ({ hasPassword, ...user }: User): User => (hasPassword ? { ...user, hasPassword } : user);

/** Without the address, the person must still be able to sign in to the console. */
function requireOtherWay({ username, hasPassword, identities }: Person): void {
  if (!(username && hasPassword) && Object.keys(identities).length === 0) {
    throw new AppError('user.email_required');
  }
}

function profileRoutes(scope: Scope): void {
  route(scope, meApi.get, async ({ db, caller }) => show(await getActiveUser(db, { caller })));

  route(scope, meApi.update, {
    respond: async ({ body, ...asked }) => {
      const { primaryEmail: email, ...changes } = body;
      const experience = await getSignInExperience(asked.app, asked.tenantId);
      return changeMe(asked, async (db, person) => {
        const isNew = typeof email === 'string' && email !== person.proven.email;
        const isUnlinked = email === null && person.primaryEmail !== null;
        if (isNew) {
          await requireOwnStatus(asked, db, person);
          await refuseEmail(experience, email);
          // As in the account center: a company manages the addresses of its domains.
          await refuseSsoEmail(asked, experience, person.proven.email);
          await refuseSsoEmail(asked, experience, email);
          await takeEmailStatus(db, person, email);
        } else if (isUnlinked) {
          await requireOwnStatus(asked, db, person, true);
          await refuseSsoEmail(asked, experience, person.proven.email);
          requireOtherWay(person);
        } else if (changes.username !== undefined && changes.username !== person.username) {
          await requireFactorStatus(asked, db, person);
        }
        if (changes.username !== undefined && changes.username !== person.username) {
          requireGoodUsername(experience, changes.username);
        }
        const user = await updateUser(db, person.id, {
          ...changes,
          ...(isNew || isUnlinked ? { primaryEmail: email } : {}),
        });
        if (!user) {
          throw new AppError('auth.unauthorized');
        }
        return {
          answer: show({ ...user, hasPassword: false }),
          notice: isNew || isUnlinked ? 'email' : undefined,
          isNothing: !isNew && !isUnlinked && Object.keys(changes).length === 0,
        };
      });
    },
  });

  route(scope, meApi.getCustomData, async ({ db, caller }) => (await getActiveUser(db, { caller })).customData);

  route(scope, meApi.patchCustomData, async ({ db, caller, body }) => {
    const { id } = await getActiveUser(db, { caller });
    const merged = await mergeUserJson(db, id, 'custom_data', body);
    if (!merged) {
      throw new AppError('auth.unauthorized');
    }
    if (Object.keys(body).length > 0) {
      await emit(db, { name: 'User.Data.Updated', subjectId: id });
    }
    return merged;
  });
}

function proofRoutes(scope: Scope): void {
  route(scope, meApi.verifyPassword, {
    respond: async ({ body, ...asked }) => {
      const { app, tenantId } = asked;
      const { id: userId } = await app.tenancy.read(tenantId, (db) => getActiveUser(db, asked));
      const epoch = await requirePassword(asked, body.password);
      await app.tenancy.write(tenantId, (db) =>
        insertRecord(db, { id: newId(), userId, minutes: recordMinutes, proof: { type: 'Password', epoch } }),
      );
    },
  });

  route(scope, meApi.setPassword, { respond: ({ body, ...asked }) => setPassword(asked, body.password) });

  route(scope, meApi.sendCode, { respond: ({ body, ...asked }) => sendEmailCode(asked, body.email) });

  route(scope, meApi.verifyCode, {
    respond: ({ body, ...asked }) => showEmailCode(asked, body.email, body.verificationCode),
  });
}

/** Proofs of a second factor. They count for ten minutes, like the password. */
function factorRoutes(scope: Scope): void {
  const keep = ({ app, tenantId, caller }: AccountRequest, proof: Proof, id = newId()) =>
    app.tenancy.write(tenantId, (db) =>
      insertRecord(db, { id, userId: caller.subject, minutes: recordMinutes, proof }),
    );

  route(scope, meFactorsApi.list, {
    respond: async (asked) => ({
      factors: (
        await asked.app.tenancy.read(asked.tenantId, async (db) =>
          listDueFactors(asked, db, await getPerson(db, asked)),
        )
      ).filter(isUsable),
    }),
  });

  route(scope, meFactorsApi.verify, {
    respond: async ({ body, ...asked }) => {
      await asked.app.tenancy.read(asked.tenantId, (db) => getActiveUser(db, asked));
      await takeFactorCode(asked, body);
      await keep(asked, { type: 'Factor', factor: body.type });
    },
  });

  route(scope, meFactorsApi.beginPasskey, {
    respond: async (asked) => {
      await asked.app.tenancy.read(asked.tenantId, (db) => getActiveUser(db, asked));
      const { proof, authenticationOptions } = await beginPasskeyUse(asked);
      const verificationRecordId = newId();
      await keep(asked, proof, verificationRecordId);
      return { verificationRecordId, authenticationOptions };
    },
  });

  route(scope, meFactorsApi.verifyPasskey, {
    respond: async ({ body: { verificationRecordId, payload }, ...asked }) => {
      await asked.app.tenancy.read(asked.tenantId, (db) => getActiveUser(db, asked));
      await showPasskeyUse(asked, verificationRecordId, payload);
    },
  });
}

function socialRoutes(scope: Scope): void {
  route(scope, meSocialApi.connectors, {
    respond: async (asked) => {
      const { app, tenantId } = asked;
      await app.tenancy.read(tenantId, (db) => getActiveUser(db, asked));
      const { socialSignInConnectorTargets: targets } = await getSignInExperience(app, tenantId);
      return describeSocialConnectors(app, tenantId, targets);
    },
  });

  route(scope, meSocialApi.authorizationUri, {
    respond: async ({ body, ...asked }) => ({ redirectTo: await beginLink(asked, body) }),
  });

  route(scope, meSocialApi.link, {
    respond: ({ body, ...asked }) => finishLink(asked, body.connectorId, body.connectorData),
  });

  route(scope, meSocialApi.unlink, {
    respond: async ({ params, ...asked }) => {
      const { app, tenantId } = asked;
      await app.tenancy.read(tenantId, (db) => getActiveUser(db, asked));
      const { target } = await socialConnector(app, tenantId, params.connectorId);
      await changeMe(asked, async (db, person) => {
        await requireFactorStatus(asked, db, person);
        if (!(await keepWayIn(asked, db, person.id, () => deleteIdentity(db, person.id, target)))) {
          throw new AppError('user.identity_not_exist');
        }
        return { answer: undefined, notice: 'identities' };
      });
    },
  });
}

export function meRoutes(scope: Scope): void {
  profileRoutes(scope);
  proofRoutes(scope);
  factorRoutes(scope);
  socialRoutes(scope);
}
