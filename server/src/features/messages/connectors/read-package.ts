import { readdir, readFile, realpath } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import type { ConnectorMetadata } from '@postern/contracts/messages/connectors';

const imageTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};
const maxFileBytes = 256 * 1024;

/** The real path of a file in a package. Rejects paths outside the package. */
async function pathInside(folder: string, path: string): Promise<string> {
  const root = await realpath(folder);
  const file = await realpath(resolve(root, path));
  if (!file.startsWith(root + sep)) {
    throw new Error(`${path} leads out of the package`);
  }
  return file;
}

async function readInside(folder: string, path: string): Promise<Buffer> {
  const content = await readFile(await pathInside(folder, path));
  if (content.byteLength > maxFileBytes) {
    throw new Error(`${path} is larger than ${maxFileBytes} bytes`);
  }
  return content;
}

const isPath = (value: string | null | undefined): value is string => value?.startsWith('./') === true;

async function readImage<T extends string | null>(folder: string, value: T): Promise<T | string> {
  if (!isPath(value)) {
    return value;
  }
  const type = imageTypes[extname(value).toLowerCase()];
  if (!type) {
    throw new Error(`${value} is no image`);
  }
  return `data:${type};base64,${(await readInside(folder, value)).toString('base64')}`;
}

const readText = async (folder: string, value: string) =>
  isPath(value) ? (await readInside(folder, value)).toString('utf8') : value;

/** Replaces file paths in the metadata with the contents of the files. */
export async function withFiles(folder: string, metadata: ConnectorMetadata): Promise<ConnectorMetadata> {
  const { logo, logoDark, readme, configTemplate } = metadata;
  return {
    ...metadata,
    logo: await readImage(folder, logo),
    logoDark: await readImage(folder, logoDark),
    readme: await readText(folder, readme),
    ...(configTemplate === undefined ? {} : { configTemplate: await readText(folder, configTemplate) }),
  };
}

type Manifest = { name?: unknown; main?: unknown; exports?: unknown; dependencies?: unknown };

/** The module in `exports` for an import: the first matching condition, as in Node. */
function entryOf(exported: unknown): string | undefined {
  if (typeof exported === 'string') {
    return exported;
  }
  if (Array.isArray(exported)) {
    return exported.map(entryOf).find(Boolean);
  }
  if (typeof exported !== 'object' || exported === null) {
    return undefined;
  }
  const conditions = Object.entries(exported);
  const chosen =
    conditions.find(([name]) => name === '.') ??
    conditions.find(([name]) => ['import', 'module-sync', 'node', 'default'].includes(name));
  return chosen && entryOf(chosen[1]);
}

async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** The entry file of a package. */
export async function moduleOf(folder: string): Promise<string> {
  const manifest = await readManifest(folder);
  const main = typeof manifest?.main === 'string' ? manifest.main : 'index.js';
  return pathInside(folder, entryOf(manifest?.exports) ?? main);
}

export type PackageFolder = { name: string; folder: string };

/** Package folders in `path`; scoped ones are one level deeper. */
async function foldersIn(path: string, prefix = ''): Promise<PackageFolder[]> {
  const entries = await readdir(path, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('.') && name !== 'node_modules')
    .sort();
  const found = await Promise.all(
    names.map(async (name): Promise<PackageFolder[]> => {
      const folder = join(path, name);
      if (name.startsWith('@') && prefix === '') {
        return foldersIn(folder, `${name}/`);
      }
      const hasManifest = (await readManifest(folder).catch(() => ({}))) !== undefined;
      return hasManifest ? [{ name: prefix + name, folder }] : [];
    }),
  );
  return found.flat();
}

/** All packages of a connector folder: its subfolders and the dependencies in its package.json. */
export async function listPackages(path: string): Promise<PackageFolder[]> {
  const { dependencies } = (await readManifest(path)) ?? {};
  const names = Object.keys(typeof dependencies === 'object' && dependencies !== null ? dependencies : {});
  const installed = names.sort().map((name) => ({ name, folder: join(path, 'node_modules', name) }));
  return [...(await foldersIn(path)), ...installed];
}
