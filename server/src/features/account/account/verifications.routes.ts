import {
  type AccountWays,
  accountVerificationsApi,
  recordMinutes,
} from '@postern/contracts/account/account-verifications';
import { scopes } from '@postern/contracts/wire';
import { listSocialConnectors, messageChannels } from '#features/messages/connectors';
import { findFactors } from '#features/people/users';
import { route, type Scope } from '#platform/http/route';
import { newId } from '#platform/secrets/ids';
import { type AccountRequest, getAccess, hasOnlyProviders, identityOf } from './access.ts';
import { getPerson } from './change.ts';
import { insertRecord, type Proof } from './records.store.ts';
import { listDueFactors } from './require-factor.ts';
import { sendCode, showCode } from './verify-code.ts';
import { addFactorCode, beginPasskeyUse, showPasskeyUse } from './verify-factor.ts';
import { beginPasskey, showPasskey } from './verify-passkey.ts';
import { requirePassword } from './verify-password.ts';
import { requireFreshSignIn } from './verify-sign-in.ts';
import { beginSocial, showSocial } from './verify-social.ts';

/**
 * How the caller can verify their identity. A code needs a proven address and a connector that delivers it. Addresses and
 * accounts at providers are shown only if the account center shows these fields.
 */
async function listWays(asked: AccountRequest): Promise<AccountWays> {
  const { app, tenantId, caller } = asked;
  const [{ person, factors, passkey }, channels, providers, access] = await Promise.all([
    app.tenancy.read(tenantId, async (db) => {
      const found = await getPerson(db, { caller });
      const kept = (await findFactors(db, found.id)) ?? [];
      return {
        person: found,
        factors: await listDueFactors(asked, db, found),
        passkey: kept.some(({ type }) => type === 'WebAuthn'),
      };
    }),
    messageChannels(app, tenantId),
    listSocialConnectors(app, tenantId),
    getAccess(app, tenantId, caller),
  ]);
  const { email, phone } = person.proven;
  return {
    password: person.hasPassword === true,
    email: (channels.email && access.sees('email', 'email') && email) || null,
    phone: (channels.phone && access.sees('phone', 'phone') && phone) || null,
    social: providers
      .filter(
        ({ target }) =>
          hasOnlyProviders(person) && access.sees('social', scopes.identities) && identityOf(person, target),
      )
      .map(({ id, target }) => ({ connectorId: id, target })),
    passkey,
    factors,
  };
}

/** Stores a proof until it expires. */
async function keep({ app, tenantId, caller }: AccountRequest, proof: Proof, id = newId()) {
  const expiresAt = await app.tenancy.write(tenantId, (db) =>
    insertRecord(db, { id, userId: caller.subject, minutes: recordMinutes, proof }),
  );
  return { verificationRecordId: id, expiresAt };
}

/** Proofs of the identity and of addresses. They are valid only for the user of the token. */
export function accountVerificationRoutes(scope: Scope): void {
  route(scope, accountVerificationsApi.ways, { respond: listWays });

  route(scope, accountVerificationsApi.password, {
    respond: async ({ body, ...asked }) => {
      const epoch = await requirePassword(asked, body.password);
      return keep(asked, { type: 'Password', epoch });
    },
  });

  route(scope, accountVerificationsApi.signIn, {
    respond: async (asked) => {
      await requireFreshSignIn(asked);
      return keep(asked, { type: 'SignIn' });
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

  route(scope, accountVerificationsApi.factor, {
    respond: async ({ body: { verificationRecordId, type, code }, ...asked }) => {
      await addFactorCode(asked, verificationRecordId, { type, code });
      return { verificationRecordId };
    },
  });

  route(scope, accountVerificationsApi.beginPasskey, {
    respond: async (asked) => {
      const { proof, authenticationOptions } = await beginPasskeyUse(asked);
      return { ...(await keep(asked, proof)), authenticationOptions };
    },
  });

  route(scope, accountVerificationsApi.verifyPasskey, {
    respond: async ({ body: { verificationRecordId, payload }, ...asked }) => {
      await showPasskeyUse(asked, verificationRecordId, payload);
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
