import type { AddMfa } from '@postern/contracts/account/account-mfa';
import { recordMinutes } from '@postern/contracts/account/account-verifications';
import { meSecondFactorsApi } from '@postern/contracts/account/me-security';
import { addFactor, beginPasskey, insertRecord, keepWayIn, type Person, showPasskey } from '#features/account/account';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import {
  deleteFactor,
  drawTotp,
  findFactors,
  newBackupCodes,
  ownerOf,
  renamePasskey,
  showFactor,
  updateMfaChoices,
} from '#features/people/users';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { newId } from '#platform/secrets/ids';
import { changeMe, getActiveUser } from './change.ts';
import { requireOwnStatus } from './require-status.ts';

/**
 * The verification was sufficient before the account had this factor, so it stays sufficient: people who add an app and
 * then backup codes are not asked for a code in between.
 */
async function coverNewFactor(db: Db, { id: userId }: Person, factor: AddMfa['type']): Promise<void> {
  if (factor !== 'BackupCode') {
    await insertRecord(db, { id: newId(), userId, minutes: recordMinutes, proof: { type: 'Factor', factor } });
  }
}

function changeRoutes(scope: Scope): void {
  route(scope, meSecondFactorsApi.add, {
    respond: async ({ body, ...asked }) => {
      const { mfa, passkeySignIn } = await getSignInExperience(asked.app, asked.tenantId);
      await changeMe(asked, async (db, person) => {
        await requireOwnStatus(asked, db, person, true);
        if (!mfa.factors.includes(body.type) && !(body.type === 'WebAuthn' && passkeySignIn.enabled)) {
          throw new AppError('session.mfa.mfa_factor_not_enabled');
        }
        await addFactor(asked, db, person, body);
        if (mfa.factors.includes(body.type)) {
          await updateMfaChoices(db, person.id, { enabled: true });
        }
        await coverNewFactor(db, person, body.type);
        return { answer: undefined, notice: 'mfa' };
      });
    },
  });

  route(scope, meSecondFactorsApi.rename, {
    respond: ({ params, body, ...asked }) =>
      changeMe(asked, async (db, person) => {
        await requireOwnStatus(asked, db, person, true);
        if (!(await renamePasskey(db, person.id, params.verificationId, body.name))) {
          throw new AppError('verification_record.not_found');
        }
        return { answer: undefined };
      }),
  });

  route(scope, meSecondFactorsApi.remove, {
    respond: ({ params, ...asked }) =>
      changeMe(asked, async (db, person) => {
        await requireOwnStatus(asked, db, person, true);
        if (!(await keepWayIn(asked, db, person.id, () => deleteFactor(db, person.id, params.verificationId)))) {
          throw new AppError('verification_record.not_found');
        }
        return { answer: undefined, notice: 'mfa' };
      }),
  });
}

/** The second factors of a console user, with the same checks as in the account center. */
export function secondFactorRoutes(scope: Scope): void {
  changeRoutes(scope);

  route(scope, meSecondFactorsApi.list, async ({ db, caller }) => {
    const { id } = await getActiveUser(db, { caller });
    return ((await findFactors(db, id)) ?? []).map(showFactor);
  });

  route(scope, meSecondFactorsApi.drawTotp, {
    respond: async (asked) => {
      const { app, tenantId } = asked;
      return drawTotp(ownerOf(app, tenantId, await app.tenancy.read(tenantId, (db) => getActiveUser(db, asked))));
    },
  });

  route(scope, meSecondFactorsApi.drawBackupCodes, {
    respond: async (asked) => {
      await asked.app.tenancy.read(asked.tenantId, (db) => getActiveUser(db, asked));
      return { codes: newBackupCodes() };
    },
  });

  route(scope, meSecondFactorsApi.beginPasskey, {
    respond: async (asked) => {
      const { app, tenantId } = asked;
      const { id: userId } = await app.tenancy.read(tenantId, (db) => getActiveUser(db, asked));
      const { proof, registrationOptions } = await beginPasskey(asked);
      const id = newId();
      await app.tenancy.write(tenantId, (db) => insertRecord(db, { id, userId, minutes: recordMinutes, proof }));
      return { verificationRecordId: id, registrationOptions };
    },
  });

  route(scope, meSecondFactorsApi.verifyPasskey, {
    respond: async ({ body: { verificationRecordId, payload }, ...asked }) => {
      await asked.app.tenancy.read(asked.tenantId, (db) => getActiveUser(db, asked));
      await showPasskey(asked, verificationRecordId, payload);
    },
  });
}
