import { accountApi } from '@postern/contracts/account/account';
import type { Address } from '@postern/contracts/sign-in/sign-in';
import { scopes } from '@postern/contracts/wire';
import { refuseEmail } from '#features/experience/email-blocklist';
import { findPasswordIssues } from '#features/experience/password-policy';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { putTokenSet } from '#features/people/secrets';
import {
  deleteIdentity,
  findByIdentity,
  findCredentials,
  hashPassword,
  normalizePhone,
  putIdentity,
  updateUser,
} from '#features/people/users';
import { refuseSsoEmail, requireOtherPassword } from '#features/sign-in/sign-in';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { type AccountRequest, getAccess, identityOf, type Person } from './access.ts';
import { changeWithAuthIfPossible, changeWithRecentAuth, getPermitted } from './change.ts';
import { endOthers } from './end-others.ts';
import { keepWayIn } from './keep-way-in.ts';
import { deletePasswordRecords, deleteRecord, findRecord } from './records.store.ts';
import { requireConnector } from './verify-social.ts';

/** Consumes the proof that a new address belongs to the person. */
async function takeAddress(db: Db, { id, proven }: Person, recordId: string, address: Address): Promise<void> {
  const proof = await findRecord(db, id, recordId, true);
  const isProof =
    proof?.type === 'Code' &&
    proof.isVerified &&
    proof.address.type === address.type &&
    proof.address.value === address.value &&
    (proof.purpose === 'BindNewIdentifier' || proven[address.type] === address.value);
  if (!isProof) {
    throw new AppError('verification_record.not_found');
  }
  await deleteRecord(db, id, recordId);
}

/** Addresses of a domain with an enterprise connector are managed by the company, as at sign-in and registration. */
async function refuseManagedEmail(asked: AccountRequest, { proven }: Person, email?: string): Promise<void> {
  const experience = await getSignInExperience(asked.app, asked.tenantId);
  await refuseSsoEmail(asked, experience, proven.email);
  await refuseSsoEmail(asked, experience, email);
}

function addressRoutes(scope: Scope): void {
  route(scope, accountApi.setEmail, {
    respond: async ({ body: { email, newIdentifierVerificationRecordId: recordId }, ...asked }) => {
      (await getAccess(asked.app, asked.tenantId, asked.caller)).requireEditable('email', 'email');
      const experience = await getSignInExperience(asked.app, asked.tenantId);
      await changeWithRecentAuth(asked, async (db, person) => {
        await refuseEmail(experience, email);
        await refuseManagedEmail(asked, person, email);
        await takeAddress(db, person, recordId, { type: 'email', value: email });
        await updateUser(db, person.id, { primaryEmail: email });
        return { notice: 'email' };
      });
    },
  });

  route(scope, accountApi.setPhone, {
    respond: async ({ body: { phone, newIdentifierVerificationRecordId: recordId }, ...asked }) => {
      (await getAccess(asked.app, asked.tenantId, asked.caller)).requireEditable('phone', 'phone');
      await changeWithRecentAuth(asked, async (db, person) => {
        const number = normalizePhone(phone);
        await takeAddress(db, person, recordId, { type: 'phone', value: number });
        await updateUser(db, person.id, { primaryPhone: number });
        return { notice: 'phone' };
      });
    },
  });

  for (const [contract, type] of [
    [accountApi.removeEmail, 'email'],
    [accountApi.removePhone, 'phone'],
  ] as const) {
    route(scope, contract, {
      respond: async (asked) => {
        (await getAccess(asked.app, asked.tenantId, asked.caller)).requireEditable(type, type);
        await changeWithRecentAuth(asked, async (db, person) => {
          if (type === 'email') {
            await refuseManagedEmail(asked, person);
          }
          await keepWayIn(asked, db, person.id, () =>
            updateUser(db, person.id, type === 'email' ? { primaryEmail: null } : { primaryPhone: null }),
          );
          return { notice: type };
        });
      },
    });
  }
}

async function requireLinkable({ app, tenantId, caller }: AccountRequest): Promise<void> {
  const access = await getAccess(app, tenantId, caller);
  access.requireEditable('social');
  if (!access.hasScope(scopes.identities)) {
    throw new AppError('auth.unauthorized');
  }
}

/** Links the account at a provider of which a record is the proof. */
async function link(asked: AccountRequest, recordId: string, { replaces }: { replaces: boolean }): Promise<void> {
  await requireLinkable(asked);
  await changeWithAuthIfPossible(asked, async (db, person) => {
    const proof = await findRecord(db, person.id, recordId, true);
    if (proof?.type !== 'Social' || !proof.userInfo) {
      throw new AppError('verification_record.not_found');
    }
    await requireConnector(asked, proof);
    const { connectorId, target, userInfo, tokenSet } = proof;
    const owner = await findByIdentity(db, target, userInfo.id);
    const linked = identityOf(person, target);
    const isOther = linked !== undefined && linked.userId !== userInfo.id;
    // One account per provider; only the operation for that replaces it.
    if ((owner && owner.id !== person.id) || (isOther && !replaces)) {
      throw new AppError('user.identity_already_in_use', replaces ? {} : { status: 400 });
    }
    // Stored tokens of a replaced account go with it.
    await putIdentity(db, person.id, { target, userId: userInfo.id, details: { ...userInfo } });
    if (tokenSet) {
      await putTokenSet(db, { ...tokenSet, userId: person.id, connectorId, target, identityId: userInfo.id });
    }
    await deleteRecord(db, person.id, recordId);
    return { notice: 'identities' };
  });
}

function identityRoutes(scope: Scope): void {
  for (const [contract, replaces] of [
    [accountApi.linkIdentity, false],
    [accountApi.replaceIdentity, true],
  ] as const) {
    route(scope, contract, {
      respond: ({ body, ...asked }) => link(asked, body.newIdentifierVerificationRecordId, { replaces }),
    });
  }

  route(scope, accountApi.unlinkIdentity, {
    respond: async ({ params, ...asked }) => {
      (await getAccess(asked.app, asked.tenantId, asked.caller)).requireEditable('social', scopes.identities);
      await changeWithAuthIfPossible(asked, async (db, person) => {
        if (!(await keepWayIn(asked, db, person.id, () => deleteIdentity(db, person.id, params.target)))) {
          throw new AppError('user.identity_not_exist');
        }
        return { notice: 'identities' };
      });
    },
  });
}

/** A new password that matches the policy and differs from the old one. */
async function readPassword(asked: AccountRequest, password: string) {
  const { app, tenantId, caller } = asked;
  const { name, username, primaryEmail: email, primaryPhone: phone } = await getPermitted(asked, { ifPossible: true });
  const { passwordPolicy } = await getSignInExperience(app, tenantId);
  const issues = await findPasswordIssues(app, password, passwordPolicy, { name, username, email, phone });
  if (issues.length > 0) {
    throw new AppError('password.rejected', { data: issues });
  }
  const current = await app.tenancy.read(tenantId, (db) => findCredentials(db, { type: 'id', value: caller.subject }));
  await requireOtherPassword(password, current?.password);
  return hashPassword(password);
}

/** Changes that could lose an account: each requires a fresh proof. */
export function sensitiveAccountRoutes(scope: Scope): void {
  addressRoutes(scope);
  identityRoutes(scope);

  route(scope, accountApi.setPassword, {
    respond: async ({ body, ...asked }) => {
      (await getAccess(asked.app, asked.tenantId, asked.caller)).requireEditable('password');
      const password = await readPassword(asked, body.password);
      await changeWithAuthIfPossible(asked, async (db, person, permission) => {
        await updateUser(db, person.id, { password });
        await deletePasswordRecords(db, person.id, permission);
        if (body.endOtherSessions) {
          await endOthers(db, person.id, asked.caller.sessionUid);
        }
        return { notice: 'password' };
      });
    },
  });
}
