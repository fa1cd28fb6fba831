import { accountVerificationsApi, recordMinutes } from '@postern/contracts/account-verifications';
import { getSignInExperience } from '#features/sign-in-experience';
import { throttled } from '#features/throttle';
import {
  findCredentials,
  hashPassword,
  needsUpgrade,
  upgradePassword,
  verifyDecoy,
  verifyPassword,
} from '#features/users';
import { AppError } from '#platform/errors';
import { newId } from '#platform/ids';
import { route, type Scope } from '#platform/route';
import type { Asked } from './change.ts';
import { insertRecord, type Proof } from './records.store.ts';
import { sendCode, showCode } from './verify-code.ts';
import { beginPasskey, showPasskey } from './verify-passkey.ts';
import { beginSocial, showSocial } from './verify-social.ts';

/** Keeps a proof for as long as it counts. */
async function keep({ app, tenantId, caller }: Asked, proof: Proof, id = newId()) {
  const expiresAt = await app.tenancy.write(tenantId, (db) =>
    insertRecord(db, { id, userId: caller.subject, minutes: recordMinutes, proof }),
  );
  return { verificationRecordId: id, expiresAt };
}

/** Behind the one throttle, by person: here nobody can lock out somebody else (attack 29). */
async function requirePassword({ app, tenantId, caller, languages }: Asked, password: string): Promise<void> {
  const { sentinelPolicy: policy } = await getSignInExperience(app, tenantId);
  const person = await app.tenancy.read(tenantId, (db) => findCredentials(db, { type: 'id', value: caller.subject }));
  const guess = { target: caller.subject, action: 'Password', policy, languages } as const;
  const right = await throttled(app, tenantId, guess, async () => {
    if (!person?.password) {
      await verifyDecoy(password);
      return undefined;
    }
    return (await verifyPassword(password, person.password)) ? person.password : undefined;
  });
  if (!right) {
    throw new AppError('session.invalid_credentials');
  }
  if (needsUpgrade(right)) {
    const upgraded = await hashPassword(password);
    await app.tenancy.write(tenantId, (db) => upgradePassword(db, caller.subject, right, upgraded));
  }
}

/** Proofs of who somebody is and of what is theirs. They count for the person of the token alone. */
export function accountVerificationRoutes(scope: Scope): void {
  route(scope, accountVerificationsApi.password, {
    respond: async ({ body, ...asked }) => {
      await requirePassword(asked, body.password);
      return keep(asked, { type: 'Password' });
    },
  });

  route(scope, accountVerificationsApi.sendCode, {
    respond: async ({ body, ...asked }) => {
      const { id, proof } = await sendCode(asked, body.identifier, body.templateType);
      return keep(asked, proof, id);
    },
  });

  route(scope, accountVerificationsApi.verifyCode, {
    respond: async ({ body: { identifier, verificationId, code }, ...asked }) => {
      await showCode(asked, { address: identifier, id: verificationId, code });
      return { verificationRecordId: verificationId };
    },
  });

  route(scope, accountVerificationsApi.beginSocial, {
    respond: async ({ body, ...asked }) => {
      const id = newId();
      const { proof, authorizationUri } = await beginSocial(asked, id, body);
      return { ...(await keep(asked, proof, id)), authorizationUri };
    },
  });

  route(scope, accountVerificationsApi.verifySocial, {
    respond: async ({ body: { verificationRecordId, connectorData }, ...asked }) => {
      await showSocial(asked, verificationRecordId, connectorData);
      return { verificationRecordId };
    },
  });

  route(scope, accountVerificationsApi.beginWebAuthn, {
    respond: async (asked) => {
      const { proof, registrationOptions } = await beginPasskey(asked);
      return { ...(await keep(asked, proof)), registrationOptions };
    },
  });

  route(scope, accountVerificationsApi.verifyWebAuthn, {
    respond: async ({ body: { verificationRecordId, payload }, ...asked }) => {
      await showPasskey(asked, verificationRecordId, payload);
      return { verificationRecordId };
    },
  });
}
