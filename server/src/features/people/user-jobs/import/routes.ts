import { type ImportFile, type ImportOptions, userImportsApi } from '@postern/contracts/people/user-imports';
import type { FastifyRequest } from 'fastify';
import { requireUserRoles } from '#features/access/roles';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { showJob, startUserJob } from '../job.ts';
import type { NewJob } from '../store.ts';
import { analyze } from './analyze.ts';
import { mapColumns } from './columns.ts';
import { receive } from './receive.ts';
import type { ImportInput } from './run-import.ts';
import { parameterSealer } from './seal-parameters.ts';
import {
  deleteImportFile,
  findImportFile,
  type ImportFileRow,
  insertImportFile,
  isImportFileUsed,
  lockImportFile,
} from './store.ts';
import { removeParts } from './stored-parts.ts';

const show = ({ analysis, parts: _, ...file }: ImportFileRow): ImportFile => ({ ...file, ...analysis });

function known(file: ImportFileRow | undefined): ImportFileRow {
  if (!file) {
    throw new AppError('entity.not_found');
  }
  return file;
}

/** Returns the file if no job uses it. */
async function getFree(db: Db, id: string): Promise<ImportFileRow> {
  const file = known(await lockImportFile(db, id));
  if (await isImportFileUsed(db, id)) {
    throw new AppError('user_import.in_use');
  }
  return file;
}

function bodyOf({ body }: FastifyRequest): AsyncIterable<Buffer> {
  if (!(body && typeof body === 'object' && Symbol.asyncIterator in body)) {
    throw new AppError('user_import.empty_file');
  }
  // The parser below passes the stream on unchanged.
  return body as AsyncIterable<Buffer>;
}

/** Accepts a file of any type as the body: it is not parsed, and not stored before the caller is authenticated. */
function acceptFiles(scope: Scope, mount: (inner: Scope) => void): void {
  scope.server.register(async (server) => {
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    mount({ ...scope, server });
  });
}

async function planJob(
  app: App,
  tenantId: string,
  db: Db,
  id: string,
  { firebase, ...options }: ImportOptions,
  createdBy: string,
): Promise<NewJob> {
  const file = await getFree(db, id);
  mapColumns(file.analysis.columns, options.mapping);
  await requireUserRoles(db, options.roleIds);
  const input: ImportInput = { ...options, fileId: id, fileName: file.name, format: file.analysis.format };
  return {
    kind: 'import',
    input,
    total: file.records,
    createdBy,
    ...(firebase ? { secrets: parameterSealer(app, tenantId).seal(JSON.stringify({ firebase })) } : {}),
  };
}

export function userImportRoutes(scope: Scope): void {
  acceptFiles(scope, (inner) =>
    route(inner, userImportsApi.upload, {
      respond: async ({ app, tenantId, caller, request, query }) => {
        const file = await receive(bodyOf(request), (received) => analyze(app, tenantId, received));
        return app.tenancy.write(tenantId, async (db) => {
          const row = await insertImportFile(db, {
            ...file,
            name: query.name?.trim() || 'file',
            createdBy: caller.subject,
          });
          const { format } = row.analysis;
          await emit(db, { name: 'UserImport.Created', subjectId: row.id, data: { format, records: row.records } });
          return show(row);
        });
      },
    }),
  );

  route(scope, userImportsApi.get, async ({ db, params }) => show(known(await findImportFile(db, params.id))));

  route(scope, userImportsApi.remove, {
    respond: async ({ app, tenantId, params }) => {
      const { parts } = await app.tenancy.write(tenantId, async (db) => {
        const file = await getFree(db, params.id);
        await deleteImportFile(db, params.id);
        await emit(db, { name: 'UserImport.Deleted', subjectId: params.id });
        return file;
      });
      await removeParts(app, tenantId, params.id, parts);
    },
  });

  route(scope, userImportsApi.start, {
    respond: async ({ app, tenantId, caller, params, body, languages }) => {
      const job = await startUserJob(app, tenantId, (db) =>
        planJob(app, tenantId, db, params.id, body, caller.subject),
      );
      return showJob(job, languages);
    },
  });
}
