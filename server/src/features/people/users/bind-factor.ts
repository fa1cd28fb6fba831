import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import {
  backupCodeCount,
  type CreateMfaVerification,
  type NewMfaVerification,
  type UserMfaVerification,
} from '@postern/contracts/people/user-mfa';
import type { User } from '@postern/contracts/people/users';
import { encode } from 'uqr';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';
import type { SealedColumn } from '#platform/secrets/sealed-columns';
import type { Vault } from '#platform/secrets/vault';
import type { StoredFactor } from './mfa.store.ts';

const pixelsPerModule = 6;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(content.length + 8);
  frame.writeUInt32BE(data.length, 0);
  content.copy(frame, 4);
  frame.writeUInt32BE(crc32(content), content.length + 4);
  return frame;
}

/** One row of pixels, eight per byte, 1 is white; the first byte means no filter (PNG §9). */
function packRow(modules: boolean[]): Buffer {
  const width = modules.length * pixelsPerModule;
  const row = Buffer.alloc(1 + Math.ceil(width / 8));
  for (let x = 0; x < width; x += 1) {
    if (!modules[Math.floor(x / pixelsPerModule)]) {
      const at = 1 + (x >> 3);
      row[at] = (row[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return row;
}

/** The text as a QR code: a black and white PNG in a data URL. */
function drawQr(text: string): string {
  const { data } = encode(text, { ecc: 'M', border: 4 });
  const rows = data.flatMap((modules) => Array<Buffer>(pixelsPerModule).fill(packRow(modules)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(data.length * pixelsPerModule, 0);
  header.writeUInt32BE(rows.length, 4);
  // One bit per pixel, grayscale.
  header[8] = 1;
  const png = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** The public part of a factor, never its secret. */
export function showFactor(factor: StoredFactor): UserMfaVerification {
  const { id, createdAt, type } = factor;
  if (type === 'WebAuthn') {
    return { id, createdAt, type, agent: factor.agent, name: factor.name };
  }
  return type === 'BackupCode'
    ? { id, createdAt, type, remainCodes: factor.codes.filter(({ usedAt }) => !usedAt).length }
    : { id, createdAt, type };
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 §6: letters of five bits each, without padding. */
export function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{1,5}/g, (some) => base32[Number.parseInt(some.padEnd(5, '0'), 2)] ?? '');
}

const newTotpSecret = () => encodeBase32(randomBytes(20));

export const newBackupCodes = () => Array.from({ length: backupCodeCount }, () => randomBytes(5).toString('hex'));

export const isTotpSecret = (secret: string) => /^[A-Z2-7]{16,32}$/.test(secret);

function requireTotpSecret(secret: string): string {
  if (!isTotpSecret(secret)) {
    throw new AppError('user.totp_secret_invalid');
  }
  return secret;
}

function requireBackupCodes(codes: string[]): string[] {
  const isCount = codes.length === backupCodeCount && new Set(codes).size === backupCodeCount;
  if (!isCount || !codes.every((code) => /^[\da-f]{10}$/.test(code))) {
    throw new AppError('user.wrong_backup_code_format');
  }
  return codes;
}

/** The URI format of authenticator apps, which show issuer and account. */
function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

type Owner = { tenantId: string; userId: string; account: string; issuer: string };

/** The account and issuer that authenticator apps show. */
export function ownerOf(
  app: App,
  tenantId: string,
  {
    id,
    username,
    primaryEmail,
    primaryPhone,
    name,
  }: Pick<User, 'id' | 'username' | 'primaryEmail' | 'primaryPhone' | 'name'>,
): Owner {
  const account = username ?? primaryEmail ?? primaryPhone ?? name ?? id;
  return { tenantId, userId: id, account, issuer: new URL(app.endpointOf(tenantId)).hostname };
}

/** A given or new secret for an authenticator app, with its QR code. */
export function drawTotp(
  { account, issuer }: Owner,
  secret = newTotpSecret(),
): { secret: string; secretQrCode: string } {
  return { secret, secretQrCode: drawQr(totpUri(secret, issuer, account)) };
}

const purposeOf = ({ tenantId, userId }: Pick<Owner, 'tenantId' | 'userId'>) => `mfa ${tenantId} ${userId}`;

export const sealedFactors: SealedColumn = {
  table: 'users',
  column: 'mfa_verifications',
  purpose: ({ tenantId, id }) => purposeOf({ tenantId, userId: id }),
};

/** Decrypts a stored key or code. */
export const openFactorSecret = (vault: Vault, owner: Pick<Owner, 'tenantId' | 'userId'>, sealed: string) =>
  vault.open(purposeOf(owner), sealed);

/** Encrypts a key or code for its owner. */
export const sealFactorSecret = (vault: Vault, owner: Pick<Owner, 'tenantId' | 'userId'>, secret: string) =>
  vault.seal(purposeOf(owner), secret);

/** Builds a new factor next to the existing ones: what is stored, and what the owner sees once. */
export function bindFactor(
  vault: Vault,
  owner: Owner,
  present: StoredFactor[],
  wanted: CreateMfaVerification,
): { factor: StoredFactor; shown: NewMfaVerification } {
  const seal = (secret: string) => vault.seal(purposeOf(owner), secret);
  const common = { id: newId(), createdAt: new Date().toISOString() };
  if (wanted.type === 'Totp') {
    if (present.some(({ type }) => type === 'Totp')) {
      throw new AppError('user.totp_already_in_use');
    }
    const drawn = drawTotp(owner, wanted.secret === undefined ? undefined : requireTotpSecret(wanted.secret));
    return {
      factor: { ...common, type: 'Totp', key: seal(drawn.secret) },
      shown: { type: 'Totp', ...drawn },
    };
  }
  if (present.some(({ type }) => type === 'BackupCode')) {
    throw new AppError('user.backup_code_already_in_use');
  }
  if (present.length === 0) {
    throw new AppError('session.mfa.backup_code_can_not_be_alone');
  }
  const codes = wanted.codes === undefined ? newBackupCodes() : requireBackupCodes(wanted.codes);
  return {
    factor: { ...common, type: 'BackupCode', codes: codes.map((code) => ({ code: seal(code) })) },
    shown: { type: 'BackupCode', codes },
  };
}
