import { accountDataApi, exportsAnHour } from '@postern/contracts/account/account-data';
import { accountCenterAppId, adminTenantId, scopes } from '@postern/contracts/wire';
import { endGrant } from '#features/access/oidc';
import {
  type AccountRequest,
  getAccess,
  getPermitted,
  getPerson,
  requireIdentity,
  requireRecentAuth,
} from '#features/account/account';
import { getAccountCenter } from '#features/experience/account-center';
import { throttled } from '#features/operations/throttle';
import { showGrants } from '#features/people/user-sessions';
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

/** The list of applications is available only with the sessions scope. */
const requireShown = async ({ app, tenantId, caller }: AccountRequest) =>
  (await getAccess(app, tenantId, caller)).requireShown('session', scopes.sessions);

function grantRoutes(scope: Scope): void {
  route(scope, accountDataApi.listGrants, {
    prepare: requireShown,
    handle: async ({ app, tenantId, db, caller }) => {
      const { id } = await getPerson(db, { caller });
      const grants = await showGrants(app, tenantId, db, id);
      // Hide the account center itself: revoking its access would sign the user out of these pages.
      return grants.filter(({ application }) => application.id !== accountCenterAppId);
    },
  });

  route(scope, accountDataApi.removeGrant, {
    respond: async ({ params, ...asked }) => {
      (await getAccess(asked.app, asked.tenantId, asked.caller)).requireEditable('session', scopes.sessions);
      await requireIdentity(asked, async (db, { id }) => {
        const grant = await endGrant(db, id, params.grantId);
        if (!grant) {
          throw new AppError('entity.not_found');
        }
        await emit(db, { name: 'User.Grants.Revoked', subjectId: id, data: { revoked: grant.clientId } });
        return {};
      });
    },
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
