import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { chownSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError, readVaultKeys } from '#platform/config/config';
import { AppError } from '#platform/http/errors';

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
 * is encrypted with the key of this installation (AES-256-GCM twice). During a rotation there are several keys: the
 * first one encrypts, all decrypt.
 */
export type Vault = {
  /** Whether it has a key or can create one. */
  isReady: boolean;
  /** `purpose` identifies the use and the owner of the secret. It only opens for the same purpose. */
  seal(purpose: string, secret: string): string;
  /** A code that proves that the text was written by this installation (HMAC-SHA-256, in hex). */
  mac(purpose: string, text: string): string;
  /** Whether the code belongs to the text, with any of the keys. */
  isMac(purpose: string, text: string, code: string): boolean;
  /** Throws `vault.unreadable` if it was sealed with another key, for another purpose, or was changed. */
  open(purpose: string, sealed: string): string;
  /** The same secret for the first key; undefined if it already is. Throws like `open`. */
  rewrap(purpose: string, sealed: string): string | undefined;
  /** Whether columns that earlier releases store as plain text are sealed now. See `sealSettingsFrom`. */
  sealsSettings(): boolean;
  /** Until this time, nodes of the previous release may still run during an upgrade. They cannot read sealed columns. */
  sealSettingsFrom(milliseconds: number): void;
};

type Options = { keys: readonly Buffer[]; isDatabaseEmbedded: boolean; dataDir: string };

const keyLength = 32;
const ivLength = 12;
const tagLength = 16;
const format = 'v1';

// Key objects: Node takes 0.03 ms longer for a key in a buffer.
function encrypt(key: Buffer, content: Buffer, purpose: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), iv).setAAD(Buffer.from(purpose));
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, purpose: string): Buffer {
  const iv = sealed.subarray(0, ivLength);
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), iv, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(-tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()]);
}

const keyFileIn = (dataDir: string) => join(dataDir, 'vault.key');

/** One key per line; empty without a file. */
function readKeyFile(file: string): Buffer[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return [];
    }
    throw error;
  }
  const keys = readVaultKeys(text);
  if (!keys) {
    throw new ConfigError(`${file}: must be 32 bytes in base64. Put the right file back.`);
  }
  return keys;
}

const printKeys = (keys: readonly Buffer[]) => keys.map((key) => `${key.toString('base64')}\n`).join('');

/** Replaces the file at once. It keeps its owner, because root may rotate the key of a server with its own user. */
function replaceKeyFile(file: string, keys: readonly Buffer[]): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, printKeys(keys), { mode: 0o600, flag: 'wx' });
  const { uid, gid } = statSync(file);
  chownSync(draft, uid, gid);
  renameSync(draft, file);
}

/** Puts a new key before the others. Running servers notice it. */
export function addKeyToFile(dataDir: string): void {
  const file = keyFileIn(dataDir);
  const keys = readKeyFile(file);
  if (keys.length === 0) {
    makeKeyFile(file);
  } else {
    replaceKeyFile(file, [randomBytes(keyLength), ...keys]);
  }
}

/** Keeps the first key and the one before it, which sign-ins in progress may still need. */
export function forgetOldKeysInFile(dataDir: string): void {
  const keys = readKeyFile(keyFileIn(dataDir));
  if (keys.length > 2) {
    replaceKeyFile(keyFileIn(dataDir), keys.slice(0, 2));
  }
}

/** Safe for concurrent processes: the file is created atomically once, and all use the key of the first. */
function makeKeyFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, printKeys([randomBytes(keyLength)]), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  } finally {
    rmSync(draft);
  }
}

type KeyRing = {
  /** Not empty. The first one encrypts. */
  current(): readonly Buffer[];
  /** As they were read last. */
  known(): readonly Buffer[];
};

/** The file is read again when it was replaced, so that a rotation needs no restart. */
function keysInFile(file: string): KeyRing {
  let keys: Buffer[] = readKeyFile(file);
  let readVersion = '';
  const read = () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found && keys.length > 0) {
      // Somebody moved it away. A new key could not open anything.
      return keys;
    }
    if (!found) {
      makeKeyFile(file);
    }
    const version = found ? `${found.ino}:${found.mtimeMs}` : '';
    if (version !== readVersion || keys.length === 0) {
      keys = readKeyFile(file);
      readVersion = version;
    }
    return keys;
  };
  return { current: read, known: () => (keys.length > 0 ? keys : read()) };
}

function givenKeys(keys: readonly Buffer[]): KeyRing {
  const read = () => {
    if (keys.length === 0) {
      throw new AppError('vault.not_configured');
    }
    return keys;
  };
  return { current: read, known: read };
}

type Opened = { dataKey: Buffer; content: string; isFirst: boolean };

/** Decrypts the data key with the first of the keys that fits. */
function openDataKey(keys: readonly Buffer[], purpose: string, sealed: string): Opened | undefined {
  const [version, wrapped = '', content = ''] = sealed.split('.');
  if (version !== format) {
    return undefined;
  }
  for (const [index, key] of keys.entries()) {
    try {
      return { dataKey: decrypt(key, Buffer.from(wrapped, 'base64url'), purpose), content, isFirst: index === 0 };
    } catch {
      // Sealed with another key, or changed. The caller reports it if no key fits.
    }
  }
  return undefined;
}

/**
 * With the embedded database, the key is created on first use. Several nodes on one database must be configured with
 * the same keys.
 */
export function createVault({ keys, isDatabaseEmbedded, dataDir }: Options): Vault {
  const isFile = keys.length === 0 && isDatabaseEmbedded;
  const ring = isFile ? keysInFile(keyFileIn(dataDir)) : givenKeys(keys);
  let settingsFrom = 0;
  const print = (parts: (Buffer | string)[]) =>
    [format, ...parts.map((part) => (typeof part === 'string' ? part : part.toString('base64url')))].join('.');
  const firstKey = () => ring.current()[0] as Buffer;
  // A separate key per purpose, so that a code cannot be used elsewhere (RFC 5869).
  const macWith = (key: Buffer, purpose: string, text: string) =>
    createHmac('sha256', createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `mac:${purpose}`, keyLength))))
      .update(text)
      .digest('hex');

  function find(purpose: string, sealed: string): Opened {
    const opened = openDataKey(ring.known(), purpose, sealed) ?? openDataKey(ring.current(), purpose, sealed);
    if (!opened) {
      throw new AppError('vault.unreadable');
    }
    return opened;
  }

  return {
    isReady: isFile || keys.length > 0,
    seal(purpose, secret) {
      const dataKey = randomBytes(keyLength);
      return print([encrypt(firstKey(), dataKey, purpose), encrypt(dataKey, Buffer.from(secret), purpose)]);
    },
    mac: (purpose, text) => macWith(firstKey(), purpose, text),
    isMac: (purpose, text, code) => ring.current().some((key) => isSameText(macWith(key, purpose, text), code)),
    open(purpose, sealed) {
      const { dataKey, content } = find(purpose, sealed);
      try {
        return decrypt(dataKey, Buffer.from(content, 'base64url'), purpose).toString();
      } catch {
        // The original error does not help the operator: the row was changed.
        throw new AppError('vault.unreadable');
      }
    },
    rewrap(purpose, sealed) {
      ring.current();
      const { dataKey, content, isFirst } = find(purpose, sealed);
      return isFirst ? undefined : print([encrypt(firstKey(), dataKey, purpose), content]);
    },
    sealsSettings: () => Date.now() >= settingsFrom,
    sealSettingsFrom(milliseconds) {
      settingsFrom = milliseconds;
    },
  };
}
