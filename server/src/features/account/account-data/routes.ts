import { accountDataApi, exportsAnHour } from '@postern/contracts/account/account-data';
import { adminTenantId, scopes } from '@postern/contracts/wire';
import {
  type AccountRequest,
  endSessionsWithProof,
  getAccess,
  getPermitted,
  readSessions,
  requireRecentAuth,
} from '#features/account/account';
import { getAccountCenter } from '#features/experience/account-center';
import { throttled } from '#features/operations/throttle';
import { endUserGrant, showApplicationGrants } from '#features/people/user-sessions';
import { removeUser } from '#features/people/users';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { gatherData } from './gather.ts';
import { printHtml, printJson } from './print.ts';

/** The scopes an application needs to export all data. */
const everything = ['profile', 'email', 'phone', 'address', scopes.customData, scopes.identities, scopes.sessions];

/** Everything is a lot of work: each request counts, whatever becomes of it. */
async function limitExports({ app, tenantId, caller, languages }: AccountRequest): Promise<void> {
  const policy = { maxAttempts: exportsAnHour, lockoutDuration: 60 };
  const target = `data export of ${caller.subject}`;
  await throttled(app, tenantId, { target, action: 'DataExport', policy, languages }, async () => undefined);
}

function grantRoutes(scope: Scope): void {
  route(scope, accountDataApi.listGrants, {
    respond: ({ query: { appType }, ...asked }) =>
      readSessions(asked, async (db, { id }) => ({ grants: await showApplicationGrants(db, id, appType) })),
  });

  route(scope, accountDataApi.removeGrant, {
    respond: ({ params: { grantId }, ...asked }) =>
      endSessionsWithProof(asked, async (db, { id }) => {
        await endUserGrant(db, id, grantId);
        return {};
      }),
  });
}

/** Routes that concern the account as a whole. */
export function accountDataRoutes(scope: Scope): void {
  grantRoutes(scope);

  route(scope, accountDataApi.exportData, {
    send: async ({ body: { format = 'json' }, ...asked }) => {
      const { app, tenantId, languages } = asked;
      const access = await getAccess(app, tenantId, asked.caller);
      if (!everything.every(access.hasScope)) {
        throw new AppError('auth.unauthorized', { status: 400 });
      }
      const { id } = await getPermitted(asked);
      await limitExports(asked);
      await requireRecentAuth(asked, async (db) => {
        await emit(db, { name: 'User.Data.Exported', subjectId: id, data: { format } });
        return { notice: 'export' };
      });
      const data = gatherData(app, tenantId, id);
      const day = new Date().toISOString().slice(0, 10);
      return format === 'html'
        ? { type: 'text/html', name: `account-${day}.html`, content: printHtml(data, languages) }
        : { type: 'application/json', name: `account-${day}.json`, content: printJson(data) };
    },
  });

  route(scope, accountDataApi.remove, {
    respond: async (asked) => {
      const { app, tenantId } = asked;
      // Administrators may own tenants; they delete their account in the console.
      if (tenantId === adminTenantId) {
        throw new AppError('auth.forbidden');
      }
      if ((await getAccountCenter(app, tenantId)).deleteAccount !== true) {
        throw new AppError('account_center.field_not_editable');
      }
      await requireRecentAuth(asked, async (db, { id }) => {
        if (!(await removeUser(db, id))) {
          // A parallel request with the same token was faster.
          throw new AppError('auth.unauthorized');
        }
        return { notice: 'deletion' };
      });
    },
  });
}
