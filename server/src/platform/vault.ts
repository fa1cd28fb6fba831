import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError, readVaultKey } from './config.ts';
import { AppError } from './errors.ts';

/** Compares a secret in constant time. */
export function isSameText(given: unknown, expected: string | undefined): boolean {
  if (typeof given !== 'string' || !expected) {
    return false;
  }
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Stores secrets that must be readable again, such as keys for other services. Each has its own random data key, which
 * is encrypted with the key of this installation (AES-256-GCM twice).
 */
export type Vault = {
  /** Whether it has a key or can create one. */
  isReady: boolean;
  /** `purpose` identifies the use and the owner of the secret. It only opens for the same purpose. */
  seal(purpose: string, secret: string): string;
  /** A code that proves that the text was written by this installation (HMAC-SHA-256, in hex). */
  mac(purpose: string, text: string): string;
  /** Throws `vault.unreadable` if it was sealed with another key, for another purpose, or was changed. */
  open(purpose: string, sealed: string): string;
};

type Options = { key: Buffer | undefined; isDatabaseEmbedded: boolean; dataDir: string };

const keyLength = 32;
const ivLength = 12;
const tagLength = 16;
const format = 'v1';

function encrypt(key: Buffer, content: Buffer, purpose: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, purpose: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength), { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(-tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()]);
}

function readKeyFile(file: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
  const key = readVaultKey(text);
  if (!key) {
    throw new ConfigError(`${file}: must be 32 bytes in base64. Put the right file back.`);
  }
  return key;
}

/** Safe for concurrent processes: the file is created atomically once, and all use the key of the first. */
function makeKeyFile(file: string): Buffer {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const key = randomBytes(keyLength);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  } finally {
    rmSync(draft);
  }
  return readKeyFile(file) ?? key;
}

/**
 * With the embedded database, the key is created on first use. Several nodes on one database must be configured with
 * the same key.
 */
export function createVault({ key: given, isDatabaseEmbedded, dataDir }: Options): Vault {
  const file = join(dataDir, 'vault.key');
  let key = given ?? (isDatabaseEmbedded ? readKeyFile(file) : undefined);
  const getKey = () => {
    if (!key && !isDatabaseEmbedded) {
      throw new AppError('vault.not_configured');
    }
    key ??= makeKeyFile(file);
    return key;
  };
  return {
    isReady: key !== undefined || isDatabaseEmbedded,
    seal(purpose, secret) {
      const dataKey = randomBytes(keyLength);
      const parts = [encrypt(getKey(), dataKey, purpose), encrypt(dataKey, Buffer.from(secret), purpose)];
      return [format, ...parts.map((part) => part.toString('base64url'))].join('.');
    },
    mac(purpose, text) {
      // A separate key per purpose, so that a code cannot be used elsewhere (RFC 5869).
      const derived = Buffer.from(hkdfSync('sha256', getKey(), '', `mac:${purpose}`, keyLength));
      return createHmac('sha256', derived).update(text).digest('hex');
    },
    open(purpose, sealed) {
      const master = getKey();
      const [version, dataKey = '', content = ''] = sealed.split('.');
      try {
        if (version !== format) {
          throw new Error(`unknown format ${version}`);
        }
        const opened = decrypt(master, Buffer.from(dataKey, 'base64url'), purpose);
        return decrypt(opened, Buffer.from(content, 'base64url'), purpose).toString();
      } catch {
        // The original error does not help the operator: the key is different, or the row was changed.
        throw new AppError('vault.unreadable');
      }
    },
  };
}
