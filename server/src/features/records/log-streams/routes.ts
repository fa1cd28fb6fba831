import {
  type CreateLogStream,
  type LogStream,
  logStreamsApi,
  maxLogStreams,
  type UpdateLogStream,
} from '@postern/contracts/records/log-streams';
import { streamJob, streamQueue } from '#features/records/audit';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { refusalOf } from '#platform/egress/egress';
import { AppError, invalidInput } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { enqueueNow } from '#platform/jobs/jobs';
import { newId } from '#platform/secrets/ids';
import type { Vault } from '#platform/secrets/vault';
import {
  countLogStreams,
  deleteLogStream,
  findLogStream,
  findSealedTarget,
  insertLogStream,
  listLogStreams,
  restartLogStream,
  type SealedTarget,
  updateLogStream,
} from './store.ts';
import { changedTarget, openSecrets, type StreamTarget, sealSecrets, targetOf } from './target.ts';
import { sendTestEntry } from './test-entry.ts';

const missing = (id: string) => new AppError('entity.not_exists_with_id', { values: { name: 'Log stream', id } });

async function getLogStream(db: Db, id: string): Promise<LogStream> {
  const found = await findLogStream(db, id);
  if (!found) {
    throw missing(id);
  }
  return found;
}

async function getTarget(db: Db, vault: Vault, tenantId: string, id: string): Promise<StreamTarget> {
  const sealed = await findSealedTarget(db, id);
  if (!sealed) {
    throw missing(id);
  }
  return { ...sealed, secrets: openSecrets(vault, tenantId, id, sealed.secrets) };
}

const seal = (vault: Vault, tenantId: string, id: string, { type, config, secrets }: StreamTarget): SealedTarget => ({
  type,
  config,
  secrets: sealSecrets(vault, tenantId, id, secrets),
});

/** Rejects addresses that can never be called, such as those in the operator's network. */
async function checkAddress({ egress }: App, body: CreateLogStream | UpdateLogStream): Promise<void> {
  const addresses = [
    { path: ['webhook', 'url'], url: body.webhook?.url },
    { path: ['s3', 'endpoint'], url: body.s3?.endpoint },
    { path: ['otlp', 'endpoint'], url: body.otlp?.endpoint },
  ];
  for (const { path, url } of addresses) {
    const refusal = url === undefined ? undefined : await refusalOf(() => egress.check(url));
    if (refusal) {
      throw invalidInput('body', [{ path, message: refusal.sentence, fill: refusal.values }]);
    }
  }
}

const wake = (db: Db, tenantId: string, id: string) => enqueueNow(db, streamQueue, [streamJob({ tenantId, id })]);

export function logStreamRoutes(scope: Scope): void {
  route(scope, logStreamsApi.list, ({ db }) => listLogStreams(db));

  route(scope, logStreamsApi.create, {
    prepare: ({ app, body }) => checkAddress(app, body),
    handle: async ({ app: { vault }, db, tenantId, body }) => {
      const { name, type, enabled = true, start = 'now' } = body;
      if ((await countLogStreams(db)) >= maxLogStreams) {
        throw new AppError('log_stream.too_many', { values: { max: maxLogStreams } });
      }
      const id = newId();
      const target = seal(vault, tenantId, id, targetOf(body));
      await insertLogStream(db, { id, name, target, enabled, start });
      await emit(db, { name: 'LogStream.Created', subjectId: id, data: { name, type } });
      await wake(db, tenantId, id);
      return getLogStream(db, id);
    },
  });

  route(scope, logStreamsApi.get, ({ db, params: { id } }) => getLogStream(db, id));

  route(scope, logStreamsApi.update, {
    prepare: ({ app, body }) => checkAddress(app, body),
    handle: async ({ app: { vault }, db, tenantId, params: { id }, body }) => {
      const { name, enabled, ...settings } = body;
      const { type } = await getLogStream(db, id);
      const isChanged = Object.values(settings).some((value) => value !== undefined);
      const before = isChanged ? await getTarget(db, vault, tenantId, id) : undefined;
      const changed = before && changedTarget(before, settings);
      const target = changed && seal(vault, tenantId, id, changed);
      await updateLogStream(db, id, { name, enabled, target });
      const fields = [...Object.keys(body).filter((field) => field !== type), ...Object.keys(body[type] ?? {})];
      await emit(db, { name: 'LogStream.Data.Updated', subjectId: id, data: { fields } });
      await wake(db, tenantId, id);
      return getLogStream(db, id);
    },
  });

  route(scope, logStreamsApi.remove, async ({ db, params: { id } }) => {
    if (!(await deleteLogStream(db, id))) {
      throw missing(id);
    }
    await emit(db, { name: 'LogStream.Deleted', subjectId: id });
  });

  route(scope, logStreamsApi.test, {
    // No connection is held while the receiver is called.
    respond: async ({ app, tenantId, params: { id } }) => {
      const target = await app.tenancy.read(tenantId, (db) => getTarget(db, app.vault, tenantId, id));
      return sendTestEntry(app, { tenantId, streamId: id }, target);
    },
  });

  route(scope, logStreamsApi.restart, async ({ db, tenantId, params: { id }, body: { start } }) => {
    if (!(await restartLogStream(db, id, start))) {
      throw missing(id);
    }
    await emit(db, { name: 'LogStream.Restarted', subjectId: id, data: { start } });
    await wake(db, tenantId, id);
    return getLogStream(db, id);
  });
}
