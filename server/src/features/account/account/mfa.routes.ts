import { type AddMfa, accountMfaApi } from '@postern/contracts/account/account-mfa';
import { scopes } from '@postern/contracts/wire';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import {
  bindFactor,
  deleteFactor,
  drawTotp,
  findFactors,
  findMfaChoices,
  insertFactor,
  isTotpSecret,
  namePasskey,
  newBackupCodes,
  openFactorSecret,
  ownerOf,
  passkeyHosts,
  readMfaSettings,
  renamePasskey,
  replaceFactors,
  requireRoomForPasskeys,
  type StoredFactor,
  showFactor,
  showMfaSettings,
  updateMfaChoices,
  verifyTotpCode,
} from '#features/people/users';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { newId } from '#platform/secrets/ids';
import { type AccountRequest, getAccess, type Person } from './access.ts';
import { changeWithRecentAuth, getPermitted, getPerson } from './change.ts';
import { keepWayIn } from './keep-way-in.ts';
import { deleteRecord, findRecord, updateRecord } from './records.store.ts';

type Part = 'mfa' | 'passkey';

const accessFor = ({ app, tenantId, caller }: AccountRequest) => getAccess(app, tenantId, caller);
const requireShown = async (asked: AccountRequest) => (await accessFor(asked)).requireShown('mfa', scopes.identities);
const requirePasskeysShown = async (asked: AccountRequest) =>
  (await accessFor(asked)).requireShown('passkey', scopes.identities);
const requireEditable = async (asked: AccountRequest, part: Part = 'mfa') =>
  (await accessFor(asked)).requireEditable(part, scopes.identities);
const partOf = (type: AddMfa['type']): Part => (type === 'WebAuthn' ? 'passkey' : 'mfa');

/** Takes a passkey that was created for this account; its record works once. */
async function takePasskey(db: Db, { id: userId }: Person, recordId: string) {
  const proof = await findRecord(db, userId, recordId, true);
  if (proof?.type !== 'WebAuthn' || !proof.passkey) {
    throw new AppError('verification_record.not_found');
  }
  await deleteRecord(db, userId, recordId);
  return proof.passkey;
}

/** A code, if one was sent, proves that the app has the secret. Returns the step that it has used. */
function requireTotp({ secret, code }: { secret: string; code?: string | undefined }): number | undefined {
  if (!isTotpSecret(secret)) {
    throw new AppError('user.totp_secret_invalid', { status: 400 });
  }
  const usedStep = code === undefined ? undefined : verifyTotpCode(secret, code);
  if (code !== undefined && usedStep === undefined) {
    throw new AppError('session.mfa.invalid_totp_code');
  }
  return usedStep;
}

/** The code that proved the app does not work again. */
const withStep = (factor: StoredFactor, usedStep: number | undefined): StoredFactor =>
  factor.type === 'Totp' && usedStep !== undefined ? { ...factor, usedStep } : factor;

export async function addFactor(
  { app, tenantId }: AccountRequest,
  db: Db,
  person: Person,
  wanted: AddMfa,
): Promise<void> {
  const present = (await findFactors(db, person.id, true)) ?? [];
  if (wanted.type === 'WebAuthn') {
    const { newIdentifierVerificationRecordId: recordId, name } = wanted;
    requireRoomForPasskeys(present);
    const passkey = await takePasskey(db, person, recordId);
    const taken = present.map((factor) => (factor.type === 'WebAuthn' ? factor.name : undefined));
    const common = { id: newId(), createdAt: new Date().toISOString(), type: 'WebAuthn' } as const;
    await insertFactor(db, person.id, { ...common, ...passkey, name: name ?? (await namePasskey(passkey, taken)) });
    return;
  }
  const usedStep = wanted.type === 'Totp' ? requireTotp(wanted) : undefined;
  const isReplaced = ({ type }: StoredFactor) => wanted.type === 'BackupCode' && wanted.replace && type === wanted.type;
  const kept = present.filter((factor) => !isReplaced(factor));
  const { factor } = bindFactor(app.vault, ownerOf(app, tenantId, person), kept, wanted);
  await replaceFactors(db, person.id, [...kept, withStep(factor, usedStep)]);
}

/**
 * The proof was sufficient before the account had this factor, so it stays sufficient: people who add an app and then
 * backup codes are not asked for a code in between.
 */
async function coverNewFactor(db: Db, { id }: Person, permission: string, factor: AddMfa['type']): Promise<void> {
  const proof = await findRecord(db, id, permission, true);
  if (proof && factor !== 'BackupCode') {
    await updateRecord(db, id, permission, { ...proof, factor });
  }
}

function settingsRoutes(scope: Scope): void {
  route(scope, accountMfaApi.getSettings, {
    prepare: requireShown,
    handle: async ({ db, caller }) => ({
      skipMfaOnSignIn: (await findMfaChoices(db, caller.subject))?.skipMfaOnSignIn === true,
    }),
  });

  route(scope, accountMfaApi.updateSettings, {
    respond: async ({ body, ...asked }) => {
      await requireEditable(asked);
      await changeWithRecentAuth(asked, async (db, person) => {
        await updateMfaChoices(db, person.id, { skipMfaOnSignIn: body.skipMfaOnSignIn });
        return { notice: 'mfa' };
      });
      return body;
    },
  });
}

function choiceRoutes(scope: Scope): void {
  route(scope, accountMfaApi.getChoice, {
    prepare: requirePasskeysShown,
    handle: async ({ db, caller }) => showMfaSettings((await findMfaChoices(db, caller.subject)) ?? {}),
  });

  route(scope, accountMfaApi.updateChoice, {
    respond: async ({ body, ...asked }) => {
      await requireEditable(asked, 'passkey');
      const choices = readMfaSettings(body);
      await changeWithRecentAuth(asked, async (db, person) => {
        await updateMfaChoices(db, person.id, choices);
        const isWeaker = choices.skipMfaOnSignIn !== undefined || choices.enabled !== undefined;
        return isWeaker ? { notice: 'mfa' } : {};
      });
      return asked.app.tenancy.read(asked.tenantId, async (db) =>
        showMfaSettings((await findMfaChoices(db, asked.caller.subject)) ?? {}),
      );
    },
  });
}

/** Removed passkeys stay in the password manager of the user until the browser reports which are still accepted. */
function signalRoutes(scope: Scope): void {
  route(scope, accountMfaApi.passkeySignals, {
    prepare: requirePasskeysShown,
    handle: async ({ app, tenantId, db, caller, request }) => {
      const person = await getPerson(db, { caller });
      const { account } = ownerOf(app, tenantId, person);
      const [rpId] = passkeyHosts(app, tenantId, request.headers);
      const factors = (await findFactors(db, person.id)) ?? [];
      return {
        rpId,
        userId: Buffer.from(person.id).toString('base64url'),
        allAcceptedCredentialIds: factors.flatMap((factor) =>
          factor.type === 'WebAuthn' && factor.rpId === rpId ? [factor.credentialId] : [],
        ),
        name: account,
        displayName: person.name ?? account,
      };
    },
  });
}

function backupCodeRoutes(scope: Scope): void {
  route(scope, accountMfaApi.generateBackupCodes, {
    respond: async (asked) => {
      await requireEditable(asked);
      return { codes: newBackupCodes() };
    },
  });

  route(scope, accountMfaApi.backupCodes, {
    respond: async (asked) => {
      const { app, tenantId } = asked;
      await requireShown(asked);
      const { id: userId } = await getPermitted(asked);
      const factors = (await app.tenancy.read(tenantId, (db) => findFactors(db, userId))) ?? [];
      const codes = factors.find((factor) => factor.type === 'BackupCode')?.codes;
      if (!codes) {
        throw new AppError('verification_record.not_found', { status: 404 });
      }
      return {
        codes: codes.map(({ code, usedAt }) => ({
          code: openFactorSecret(app.vault, { tenantId, userId }, code),
          usedAt: usedAt ?? null,
        })),
      };
    },
  });
}

/** The second factors of the caller. */
export function accountMfaRoutes(scope: Scope): void {
  settingsRoutes(scope);
  choiceRoutes(scope);
  backupCodeRoutes(scope);
  signalRoutes(scope);

  route(scope, accountMfaApi.list, {
    prepare: async (asked) => {
      const access = await accessFor(asked);
      access.requireShown(access.sees('mfa') ? 'mfa' : 'passkey', scopes.identities);
      return access;
    },
    handle: async ({ db, caller, prepared }) =>
      ((await findFactors(db, caller.subject)) ?? [])
        .filter(({ type }) => prepared.sees('mfa') || type === 'WebAuthn')
        .map(showFactor),
  });

  route(scope, accountMfaApi.generateTotp, {
    respond: async (asked) => {
      const { app, tenantId } = asked;
      await requireEditable(asked);
      return drawTotp(ownerOf(app, tenantId, await app.tenancy.read(tenantId, (db) => getPerson(db, asked))));
    },
  });

  route(scope, accountMfaApi.add, {
    respond: async ({ body, ...asked }) => {
      await requireEditable(asked, partOf(body.type));
      const { mfa, passkeySignIn } = await getSignInExperience(asked.app, asked.tenantId);
      const isForSignIn = body.type === 'WebAuthn' && passkeySignIn.enabled === true;
      await changeWithRecentAuth(asked, async (db, person, permission) => {
        if (!mfa.factors.includes(body.type) && !isForSignIn) {
          throw new AppError('session.mfa.mfa_factor_not_enabled');
        }
        await coverNewFactor(db, person, permission, body.type);
        await addFactor(asked, db, person, body);
        if (mfa.factors.includes(body.type)) {
          await updateMfaChoices(db, person.id, { enabled: true });
        }
        return { notice: 'mfa' };
      });
    },
  });

  route(scope, accountMfaApi.replaceTotp, {
    respond: async ({ body: { secret, code }, ...asked }) => {
      await requireEditable(asked);
      const { app, tenantId } = asked;
      const { mfa } = await getSignInExperience(app, tenantId);
      await changeWithRecentAuth(asked, async (db, person, permission) => {
        if (!mfa.factors.includes('Totp')) {
          throw new AppError('session.mfa.mfa_factor_not_enabled');
        }
        const usedStep = requireTotp({ secret, code });
        const present = (await findFactors(db, person.id, true)) ?? [];
        const others = present.filter(({ type }) => type !== 'Totp');
        const { factor } = bindFactor(app.vault, ownerOf(app, tenantId, person), others, { type: 'Totp', secret });
        await coverNewFactor(db, person, permission, 'Totp');
        await replaceFactors(db, person.id, [...others, withStep(factor, usedStep)]);
        await updateMfaChoices(db, person.id, { enabled: true });
        return { notice: 'mfa' };
      });
    },
  });

  route(scope, accountMfaApi.rename, {
    respond: async ({ params, body, ...asked }) => {
      await requireEditable(asked, 'passkey');
      await changeWithRecentAuth(asked, async (db, person) => {
        if (!(await renamePasskey(db, person.id, params.verificationId, body.name))) {
          throw new AppError('verification_record.not_found');
        }
        return {};
      });
    },
  });

  route(scope, accountMfaApi.remove, {
    respond: async ({ params, ...asked }) => {
      const { id } = await getPermitted(asked);
      const access = await accessFor(asked);
      access.requireScope('mfa', scopes.identities);
      const present = (await asked.app.tenancy.read(asked.tenantId, (db) => findFactors(db, id))) ?? [];
      const factor = present.find((one) => one.id === params.verificationId);
      if (!factor) {
        throw new AppError('verification_record.not_found');
      }
      access.requireEditable(partOf(factor.type));
      await changeWithRecentAuth(asked, async (db, person) => {
        if (!(await keepWayIn(asked, db, person.id, () => deleteFactor(db, person.id, params.verificationId)))) {
          throw new AppError('verification_record.not_found');
        }
        return { notice: 'mfa' };
      });
    },
  });
}
