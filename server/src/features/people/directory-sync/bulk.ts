import type { Db } from '#platform/db/db';
import { repeatAfterDeadlock } from '#platform/db/repeat-after-deadlock';
import { AppError, isDeadlock } from '#platform/http/errors';
import { etagOf } from './answer.ts';
import { createNewUsers } from './create-users.ts';
import { scimLimits } from './discovery.ts';
import { explain } from './explain.ts';
import { baseOf, type Kind, type Method, type Operation, type OperationResult, operate, readUser } from './operate.ts';
import { type Directory, namesOf } from './provision-user.ts';
import { invalidValue, isObject, type Resource } from './read-resource.ts';
import { inSavepoint } from './savepoints.store.ts';
import { schemaIds } from './schema.ts';
import { insertRequests } from './store.ts';
import { findDomainsOfToken } from './tokens.store.ts';

type BulkOperation = {
  method: Method;
  path: string;
  bulkId: string | undefined;
  version: string | undefined;
  data: unknown;
};
type Result = {
  method: string;
  bulkId?: string;
  version?: string;
  location?: string;
  status: string;
  response?: object;
};

const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
const invalidSyntax = (details: string) => new AppError('scim.invalid_syntax', { values: { details } });
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function readOperation(given: unknown): BulkOperation {
  const method = isObject(given) ? methods.find((one) => one === textOf(given.method)?.toUpperCase()) : undefined;
  const path = isObject(given) ? textOf(given.path) : undefined;
  if (!isObject(given) || !method || !path) {
    throw invalidSyntax('Each operation needs a method (POST, PUT, PATCH or DELETE) and a path.');
  }
  const bulkId = textOf(given.bulkId);
  if (method === 'POST' && !bulkId) {
    throw invalidSyntax('A POST operation needs a bulkId.');
  }
  return { method, path, bulkId, version: textOf(given.version), data: given.data };
}

function readBulk(body: unknown): { operations: BulkOperation[]; failOnErrors: number } {
  const given = isObject(body) ? body.Operations : undefined;
  if (!isObject(body) || !Array.isArray(given)) {
    throw invalidSyntax('Operations must be a list.');
  }
  if (given.length > scimLimits.maxOperations) {
    throw new AppError('scim.too_many', { values: { max: scimLimits.maxOperations } });
  }
  const { failOnErrors } = body;
  const most = typeof failOnErrors === 'number' && failOnErrors >= 1 ? failOnErrors : Number.POSITIVE_INFINITY;
  const operations = given.map(readOperation);
  const ids = operations.flatMap(({ bulkId }) => bulkId ?? []);
  if (new Set(ids).size < ids.length) {
    throw invalidSyntax('Each bulkId can be used once.');
  }
  return { operations, failOnErrors: most };
}

const reference = /^bulkId:(.+)$/;

/** The value with `bulkId:x` replaced by the ID of what operation x created (RFC 7644 §3.7.2). */
function resolve(value: unknown, idOf: (bulkId: string) => string): unknown {
  if (typeof value === 'string') {
    const [, bulkId] = reference.exec(value) ?? [];
    return bulkId === undefined ? value : idOf(bulkId);
  }
  if (Array.isArray(value)) {
    return value.map((one) => resolve(one, idOf));
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolve(one, idOf)]))
    : value;
}

/** The operations on whose results this one waits. */
function referencesOf({ path, data }: BulkOperation): string[] {
  const found: string[] = [];
  resolve([path.split('/').at(-1), data], (bulkId) => {
    found.push(bulkId);
    return '';
  });
  return found;
}

function toWork({ method, path, version, data }: BulkOperation, idOf: (bulkId: string) => string): Operation {
  const [, kind, id, ...rest] = path.split('/');
  const isKnown = kind === 'Users' || kind === 'Groups';
  if (!isKnown || rest.length > 0 || (method === 'POST') !== (id === undefined)) {
    throw new AppError('scim.not_found', { values: { type: 'resource', id: path.slice(0, 100) } });
  }
  return {
    kind: kind satisfies Kind,
    method,
    ...(id === undefined ? {} : { id: String(resolve(id, idOf)) }),
    body: resolve(data, idOf),
    version,
    withMembers: false,
  };
}

const resultOf = (directory: Directory, { method, path, bulkId }: BulkOperation, done: OperationResult): Result => ({
  method,
  ...(bulkId ? { bulkId } : {}),
  ...(done.status === 204 ? {} : { version: done.version }),
  location: `${baseOf(directory)}/${path.split('/')[1]}/${done.id}`,
  status: String(done.status),
});

const failureOf = (directory: Directory, { method, path, bulkId }: BulkOperation, error: unknown): Result => {
  const { status, body } = explain(error);
  return {
    method,
    ...(bulkId ? { bulkId } : {}),
    ...(method === 'POST' ? {} : { location: `${baseOf(directory)}${path}` }),
    status: String(status),
    response: body,
  };
};

/** The user that an operation creates; undefined if it is not valid, which `operate` explains. */
function newUserOf(operation: BulkOperation, known: ReadonlyMap<string, string>): Resource | undefined {
  if (referencesOf(operation).some((bulkId) => !known.has(bulkId))) {
    return undefined;
  }
  try {
    const resource = readUser(toWork(operation, (bulkId) => known.get(bulkId) ?? '').body, true);
    namesOf(resource);
    return resource;
  } catch {
    return undefined;
  }
}

type Outcome = { index: number; result: Result; id?: string; error?: unknown };

/** Operations of one transaction. Each one is undone alone if it fails. */
const chunkSize = 50;

/**
 * Runs the operations of a bulk request in the given order; those that refer to others run after them. Every operation
 * succeeds or fails alone, in a savepoint; a chunk of them is committed together.
 */
export async function runBulk(given: Directory, body: unknown, onDefect: (error: unknown) => void): Promise<object> {
  const { operations, failOnErrors } = readBulk(body);
  let directory = given;
  const ids = new Map<string, string>();
  const outcomes = new Map<number, Outcome>();
  let errors = 0;

  async function runOne(db: Db, index: number, operation: BulkOperation, known: Map<string, string>): Promise<Outcome> {
    const idOf = (bulkId: string) => {
      const id = known.get(bulkId);
      if (id === undefined) {
        throw invalidValue(`The operation with the bulkId ${bulkId.slice(0, 64)} did not create anything.`);
      }
      return id;
    };
    try {
      const done = await inSavepoint(db, async () => operate(db, directory, toWork(operation, idOf)));
      if (operation.bulkId && operation.method === 'POST') {
        known.set(operation.bulkId, done.id);
      }
      return { index, result: resultOf(directory, operation, done), id: done.id };
    } catch (error) {
      if (isDeadlock(error)) {
        throw error;
      }
      return { index, result: failureOf(directory, operation, error), error };
    }
  }

  const isCreation = (index: number) => operations[index]?.method === 'POST' && operations[index]?.path === '/Users';

  /**
   * New users of a chunk, created together. With other operations between them, or with a limit of errors, the order
   * would matter.
   */
  async function createTogether(db: Db, chunk: readonly number[], known: Map<string, string>): Promise<Outcome[]> {
    if (!chunk.every(isCreation) || failOnErrors !== Number.POSITIVE_INFINITY) {
      return [];
    }
    const candidates = chunk.flatMap((index) => {
      const operation = operations[index];
      const resource = operation && newUserOf(operation, known);
      return resource ? [{ index, resource }] : [];
    });
    const created = await createNewUsers(db, directory, candidates);
    return [...created].flatMap(([index, id]) => {
      const operation = operations[index];
      return operation
        ? [{ index, id, result: resultOf(directory, operation, { status: 201, id, version: etagOf({ version: 1 }) }) }]
        : [];
    });
  }

  /** One transaction. Returns what happened, so that a repetition after a deadlock starts anew. */
  const runChunk = (chunk: readonly number[]) =>
    directory.app.tenancy.write(directory.tenantId, async (db) => {
      // A long request must not outlive its token, or a domain of the connector.
      const domains = await findDomainsOfToken(db, directory.connectorId, directory.tokenId);
      if (!domains) {
        throw new AppError('scim.unauthorized');
      }
      directory = { ...given, domains };
      const known = new Map(ids);
      const done = await createTogether(db, chunk, known);
      const isCreated = new Set(done.map(({ index }) => index));
      for (const { index, id = '' } of done) {
        known.set(operations[index]?.bulkId ?? '', id);
      }
      let failed = errors;
      for (const index of chunk.filter((one) => !isCreated.has(one))) {
        const operation = operations[index];
        if (!operation || failed >= failOnErrors) {
          break;
        }
        const outcome = await runOne(db, index, operation, known);
        failed += outcome.error === undefined ? 0 : 1;
        done.push(outcome);
      }
      await insertRequests(
        db,
        directory.connectorId,
        done.map(({ index, result, error }) => ({
          method: result.method,
          path: operations[index]?.path ?? '',
          status: Number(result.status),
          detail: error === undefined ? null : explain(error).detail,
        })),
      );
      return { done, known };
    });

  async function runSafely(chunk: readonly number[]): Promise<void> {
    const { done, known } = await repeatAfterDeadlock(() => runChunk(chunk));
    for (const [bulkId, id] of known) {
      ids.set(bulkId, id);
    }
    for (const outcome of done) {
      outcomes.set(outcome.index, outcome);
      if (outcome.error !== undefined) {
        errors += 1;
        if (!explain(outcome.error).isKnown) {
          onDefect(outcome.error);
        }
      }
    }
  }

  let waiting = operations.map((_, index) => index);
  while (waiting.length > 0 && errors < failOnErrors) {
    const creating = new Set(waiting.flatMap((index) => operations[index]?.bulkId ?? []));
    const isReady = (index: number) => {
      const operation = operations[index];
      return !operation || referencesOf(operation).every((bulkId) => !creating.has(bulkId));
    };
    const ready = waiting.filter(isReady);
    // What refers to each other in a circle runs anyway, and fails with a clear error.
    const next = ready.length > 0 ? ready : waiting;
    for (let at = 0; at < next.length && errors < failOnErrors; at += chunkSize) {
      await runSafely(next.slice(at, at + chunkSize));
    }
    const isDone = new Set(next);
    waiting = waiting.filter((index) => !isDone.has(index));
  }
  return {
    schemas: [schemaIds.bulkResponse],
    Operations: [...outcomes.values()].sort((one, two) => one.index - two.index).map(({ result }) => result),
  };
}
