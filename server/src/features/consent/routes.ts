import { consentApi } from '@postern/contracts/consent';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findInteraction, requireOwnOrigin } from '#features/sign-in';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { route, type Scope } from '#platform/route';
import { type ConsentInteraction, consentedGrant, finish } from './allow.ts';
import { describeRequest } from './describe.ts';
import { insertConsentedOrganizations } from './store.ts';

async function loadConsent(
  app: App,
  tenantId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ConsentInteraction> {
  requireOwnOrigin(app, tenantId, request);
  const interaction = await findInteraction(app, tenantId, request, reply);
  const accountId = interaction?.session?.accountId;
  if (interaction?.prompt.name !== 'consent' || !accountId) {
    throw new AppError('session.not_found');
  }
  return { interaction, accountId, clientId: String(interaction.params.client_id) };
}

export function consentRoutes(scope: Scope): void {
  route(scope, consentApi.get, {
    respond: async ({ app, tenantId, request, reply }) =>
      describeRequest(app, tenantId, await loadConsent(app, tenantId, request, reply)),
  });

  route(scope, consentApi.allow, {
    respond: async ({ app, tenantId, request, reply, body }) => {
      const consent = await loadConsent(app, tenantId, request, reply);
      const { accountId, clientId } = consent;
      const { organizationIds = [] } = body;
      if (organizationIds.length > 0) {
        const isMember = await app.tenancy.write(tenantId, (db) =>
          insertConsentedOrganizations(db, clientId, accountId, organizationIds),
        );
        if (!isMember) {
          throw new AppError('organization.require_membership');
        }
      }
      const grantId = await consentedGrant(app, tenantId, consent);
      return { redirectTo: await finish(consent, { consent: { grantId } }) };
    },
  });

  route(scope, consentApi.deny, {
    respond: async ({ app, tenantId, request, reply }) => {
      const consent = await loadConsent(app, tenantId, request, reply);
      const refusal = { error: 'access_denied', error_description: 'the person refused' };
      return { redirectTo: await finish(consent, refusal) };
    },
  });
}
