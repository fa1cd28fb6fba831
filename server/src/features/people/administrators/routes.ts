import {
  administratorInvitationsApi,
  administratorRequirementsApi,
  administratorsApi,
} from '@postern/contracts/people/administrators';
import { adminTenantId } from '@postern/contracts/wire';
import { endOtherSessions, endSession } from '#features/access/oidc';
import { isFactorRequired, requireConsoleFactor } from '#features/people/organizations';
import { showSessions } from '#features/people/user-sessions';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { removeAdministrator, setRole } from './change.ts';
import { invite, revokeInvitation } from './invite.ts';
import { recordChange } from './record-change.ts';
import { getAdministrator, lockForChange, requireAdministrator, requirePerson } from './require-administrator.ts';
import { administratorsOrganization, listAdministrators, listInvitations } from './store.ts';

function requirementRoutes(scope: Scope): void {
  route(scope, administratorRequirementsApi.get, {
    respond: async ({ app, tenantId, caller }) => {
      requirePerson(tenantId, caller);
      return app.tenancy.read(adminTenantId, async (db) => ({
        isMfaRequired: await isFactorRequired(db, administratorsOrganization),
      }));
    },
  });

  route(scope, administratorRequirementsApi.update, {
    respond: async ({ app, tenantId, caller, body }) => {
      requirePerson(tenantId, caller);
      await app.tenancy.write(
        adminTenantId,
        async (db) => {
          await lockForChange(db, caller);
          const { isMfaRequired: isRequired } = body;
          const requirement = { organizationId: administratorsOrganization, userId: caller.subject, isRequired };
          if (await requireConsoleFactor(db, requirement)) {
            await recordChange(db, { name: 'Administrator.Data.Updated', subjectId: caller.subject, data: body });
          }
        },
        { changesSettings: true },
      );
      return body;
    },
  });
}

export function administratorRoutes(scope: Scope): void {
  requirementRoutes(scope);
  route(scope, administratorsApi.list, {
    respond: async ({ app, tenantId, caller }) => {
      requirePerson(tenantId, caller);
      return app.tenancy.read(adminTenantId, listAdministrators);
    },
  });

  route(scope, administratorsApi.setRole, {
    respond: async ({ app, tenantId, caller, params, body }) => {
      requirePerson(tenantId, caller);
      return app.tenancy.write(adminTenantId, (db) => setRole(db, caller, params.userId, body.role));
    },
  });

  route(scope, administratorsApi.remove, {
    respond: async ({ app, tenantId, caller, params }) => {
      requirePerson(tenantId, caller);
      await app.tenancy.write(adminTenantId, (db) => removeAdministrator(db, caller, params.userId));
    },
  });

  route(scope, administratorsApi.listSessions, {
    respond: async ({ app, tenantId, caller, params: { userId } }) => {
      requirePerson(tenantId, caller);
      return app.tenancy.read(adminTenantId, async (db) => {
        await requireAdministrator(db, caller);
        await getAdministrator(db, userId);
        return { sessions: await showSessions(app, adminTenantId, db, userId) };
      });
    },
  });

  route(scope, administratorsApi.endSessions, {
    respond: async ({ app, tenantId, caller, params: { userId } }) => {
      requirePerson(tenantId, caller);
      await app.tenancy.write(adminTenantId, async (db) => {
        await lockForChange(db, caller);
        await getAdministrator(db, userId);
        const sessions = await endOtherSessions(db, userId, undefined);
        await recordChange(db, {
          name: 'Administrator.Sessions.Revoked',
          subjectId: userId,
          data: { sessionIds: sessions.map(({ uid }) => uid) },
        });
      });
    },
  });

  route(scope, administratorsApi.endSession, {
    respond: async ({
      app,
      tenantId,
      caller,
      params: { userId, sessionId },
      query: { revokeGrantsTarget = 'all' },
    }) => {
      requirePerson(tenantId, caller);
      await app.tenancy.write(adminTenantId, async (db) => {
        await lockForChange(db, caller);
        await getAdministrator(db, userId);
        if (!(await endSession(db, userId, sessionId, revokeGrantsTarget))) {
          throw new AppError('entity.not_found');
        }
        await recordChange(db, {
          name: 'Administrator.Sessions.Revoked',
          subjectId: userId,
          data: { sessionIds: [sessionId] },
        });
      });
    },
  });

  route(scope, administratorInvitationsApi.list, {
    respond: async ({ app, tenantId, caller }) => {
      requirePerson(tenantId, caller);
      return app.tenancy.read(adminTenantId, listInvitations);
    },
  });

  route(scope, administratorInvitationsApi.create, {
    respond: async ({ app, tenantId, caller, body, languages, request }) => {
      requirePerson(tenantId, caller);
      return invite(app, { caller, wanted: body, locale: languages[0], ip: request.ip });
    },
  });

  route(scope, administratorInvitationsApi.revoke, {
    respond: async ({ app, tenantId, caller, params }) => {
      requirePerson(tenantId, caller);
      await app.tenancy.write(adminTenantId, (db) => revokeInvitation(db, caller, params.id));
    },
  });
}
