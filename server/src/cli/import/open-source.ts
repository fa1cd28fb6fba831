import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isObject, readRecords } from '#features/people/user-jobs';
import type { Egress } from '#platform/egress/egress';
import { AppError } from '#platform/http/errors';
import { errorBody } from '#platform/http/http';
import { CliError } from '../command.ts';
import type { Item } from './read-fields.ts';

/** The objects of another product: files of a folder, or its API. Paths are the same for both. */
export type Source = {
  /** All objects of a list. A list that does not exist is empty unless it is required. */
  list(path: string, options?: { isRequired?: boolean; query?: Record<string, string> }): AsyncIterable<Item>;
  /** Undefined if it does not exist. */
  one(path: string): Promise<Item | undefined>;
};

const reasonOf = (error: unknown) =>
  error instanceof AppError ? errorBody(error, ['en']).message : error instanceof Error ? error.message : String(error);

/** The users or other objects of a file: a JSON list, one object per line, or CSV if the product exports it. */
export async function* readFileItems(path: string, { mayBeCsv = false } = {}): AsyncGenerator<Item> {
  let line = 0;
  try {
    const { format, columns, records } = await readRecords({ path, encoding: 'utf-8' }, { isRaw: true });
    // Every text can be read as CSV.
    if (format === 'csv' && !(mayBeCsv && columns.length > 1)) {
      throw new CliError(`${path} is not a file with JSON${mayBeCsv ? ' or CSV' : ''}.`);
    }
    for await (const record of records) {
      line = record.line;
      if (!('values' in record)) {
        throw new AppError(record.problem);
      }
      yield record.values;
    }
  } catch (error) {
    // A list without elements is also reported as empty.
    if (error instanceof AppError && error.code === 'user_import.empty_file' && (await readFile(path, 'utf8')).trim()) {
      return;
    }
    if (error instanceof AppError) {
      throw new CliError(`${path}${line > 0 ? `, entry ${line}` : ''}: ${reasonOf(error)}`);
    }
    throw error;
  }
}

/** A JSON file with one object. */
export async function readJsonFile(path: string): Promise<Item> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new CliError(`${path} cannot be read: ${reasonOf(error)}`);
  }
  if (!isObject(content)) {
    throw new CliError(`${path} does not contain a JSON object.`);
  }
  return content;
}

export async function kindOfPath(path: string): Promise<'file' | 'folder'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    throw new CliError(`--file: ${path} does not exist or cannot be read.`);
  }
}

const exists = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** For products none of whose files is required: a wrong folder must not pass for an empty product. */
export async function requireJsonFiles(folder: string): Promise<void> {
  if (!(await readdir(folder)).some((name) => name.endsWith('.json'))) {
    throw new CliError(`${folder} contains no JSON files.`);
  }
}

/** Answers of an API that were saved as files: the list `roles/1/users` is the file `roles/1/users.json`. */
export function folderSource(folder: string): Source {
  const fileOf = (path: string) => {
    if (path.split('/').some((part) => !/^[\w@.|:-]+$/.test(part) || part === '..' || part === '.')) {
      throw new CliError(`${path} is not a valid name of a file.`);
    }
    return join(folder, `${path}.json`);
  };
  return {
    async *list(path, { isRequired = false } = {}) {
      const file = fileOf(path);
      if (await exists(file)) {
        yield* readFileItems(file);
      } else if (isRequired) {
        throw new CliError(`${folder} does not contain the file ${path}.json.`);
      }
    },
    one: async (path) => ((await exists(fileOf(path))) ? readJsonFile(fileOf(path)) : undefined),
  };
}

/** How a product splits its lists: the query of the next page, or undefined after the last one. */
export type Paging = {
  first(path: string): Record<string, string>;
  next(page: {
    path: string;
    number: number;
    items: Item[];
    body: unknown;
    hasTotal: boolean;
  }): Record<string, string> | undefined;
  items(body: unknown): Item[] | undefined;
};

const maxAttempts = 6;
const maxWaitSeconds = 60;

type Api = { url: string; headers: Record<string, string>; egress: Egress; paging: Paging };

/** The API of a product. Every request passes the egress guard. */
export function apiSource({ url, headers, egress, paging }: Api): Source {
  const base = url.replace(/\/+$/, '');

  async function get(path: string, query: Record<string, string> = {}) {
    const params = new URLSearchParams(query).toString();
    const address = `${base}${path ? `/${path}` : ''}${params ? `?${params}` : ''}`;
    for (let attempt = 1; ; attempt += 1) {
      const response = await egress
        .fetch(address, { headers: { accept: 'application/json', ...headers } })
        .catch((error: unknown) => {
          const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
          throw new CliError(`${base}/${path} cannot be reached: ${reasonOf(error)}${cause}`);
        });
      if (response.status === 429 && attempt < maxAttempts) {
        await response.body?.cancel();
        const seconds = Number(response.headers.get('retry-after') ?? 2 ** attempt);
        await wait(Math.min(Number.isFinite(seconds) ? seconds : maxWaitSeconds, maxWaitSeconds) * 1000);
        continue;
      }
      return response;
    }
  }

  async function read(path: string, query?: Record<string, string>) {
    const response = await get(path, query);
    if (response.status === 404) {
      await response.body?.cancel();
      return undefined;
    }
    if (response.status === 401 || response.status === 403) {
      await response.body?.cancel();
      throw new CliError(`${base}/${path} rejected the token (${response.status}). It needs the right to read this.`);
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new CliError(`${base}/${path} answered with the status ${response.status}.`);
    }
    const content = await response.text();
    try {
      return { body: JSON.parse(content) as unknown, hasTotal: response.headers.has('total-number') };
    } catch {
      throw new CliError(`${base}/${path} did not answer with JSON.`);
    }
  }

  return {
    async *list(path, { isRequired = false, query: given = {} } = {}) {
      let query: Record<string, string> | undefined = paging.first(path);
      let start: string | undefined;
      for (let number = 1; query; number += 1) {
        const page = await read(path, { ...given, ...query });
        if (!page && isRequired && number === 1) {
          throw new CliError(`${base}/${path} does not exist. Check --url.`);
        }
        const found = page ? paging.items(page.body) : [];
        if (!found) {
          throw new CliError(`${base}/${path} did not answer with a list.`);
        }
        // An endpoint without pages answers with the same objects again.
        const first = JSON.stringify(found[0]);
        if (!page || found.length === 0 || first === start) {
          return;
        }
        yield* found;
        start = first;
        query = paging.next({ path, number, items: found, ...page });
      }
    },
    async one(path) {
      const found = await read(path);
      if (found && !isObject(found.body)) {
        throw new CliError(`${base}/${path} did not answer with an object.`);
      }
      return found ? (found.body as Item) : undefined;
    },
  };
}

export async function all(list: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const one of list) {
    found.push(one);
  }
  return found;
}
