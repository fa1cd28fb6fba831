import { consentApi } from '@postern/contracts/sign-in/consent';
import type { EmbeddedSettings } from '@postern/contracts/sign-in/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consentToOrganizations } from '#features/access/applications';
import { keepRegistration } from '#features/access/dynamic-clients';
import { isOpenTo, isRegistered, providerOf } from '#features/access/oidc';
import { findInteraction } from '#features/sign-in/interaction';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { type ConsentInteraction, consentedGrant, finish } from './allow.ts';
import { describeRefusal, describeRequest } from './describe.ts';

async function findConsent(
  app: App,
  tenantId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ConsentInteraction | undefined> {
  const interaction = await findInteraction(app, tenantId, request, reply);
  const accountId = interaction?.session?.accountId;
  return interaction?.prompt.name === 'consent' && accountId
    ? { interaction, accountId, clientId: String(interaction.params.client_id) }
    : undefined;
}

/** Whether the user may use the application; rules can have changed since the request began. */
async function isOpen(app: App, tenantId: string, { clientId, accountId }: ConsentInteraction): Promise<boolean> {
  const client = await (await providerOf(app, tenantId)).Client.find(clientId);
  return client !== undefined && isOpenTo(app, tenantId, client, accountId);
}

async function requireOpen(app: App, tenantId: string, consent: ConsentInteraction): Promise<void> {
  if (!(await isOpen(app, tenantId, consent))) {
    throw new AppError('oidc.access_denied');
  }
}

async function loadConsent(...[app, tenantId, request, reply]: Parameters<typeof findConsent>) {
  const consent = await findConsent(app, tenantId, request, reply);
  if (!consent) {
    throw new AppError('session.not_found');
  }
  return consent;
}

/** The request that waits for an answer in this browser, for the consent page. */
export async function findRequest(
  ...browser: Parameters<typeof findConsent>
): Promise<Pick<EmbeddedSettings, 'consent' | 'refusal'>> {
  const [app, tenantId] = browser;
  const found = await findConsent(...browser);
  if (!found) {
    return {};
  }
  if (!(await isOpen(app, tenantId, found))) {
    const refusal = await describeRefusal(app, tenantId, found);
    return refusal ? { refusal } : {};
  }
  const consent = await describeRequest(app, tenantId, found);
  return consent ? { consent } : {};
}

export function consentRoutes(scope: Scope): void {
  route(scope, consentApi.get, {
    respond: async ({ app, tenantId, request, reply }) => {
      const consent = await loadConsent(app, tenantId, request, reply);
      await requireOpen(app, tenantId, consent);
      const described = await describeRequest(app, tenantId, consent);
      if (!described) {
        throw new AppError('session.not_found');
      }
      return described;
    },
  });

  route(scope, consentApi.allow, {
    respond: async ({ app, tenantId, request, reply, body }) => {
      const consent = await loadConsent(app, tenantId, request, reply);
      await requireOpen(app, tenantId, consent);
      const { accountId, clientId } = consent;
      const { organizationIds = [] } = body;
      if (organizationIds.length > 0) {
        const isMember = await app.tenancy.write(tenantId, (db) =>
          consentToOrganizations(db, { applicationId: clientId, userId: accountId }, organizationIds),
        );
        if (!isMember) {
          throw new AppError('organization.require_membership');
        }
      }
      const grantId = await consentedGrant(app, tenantId, consent);
      if (await isRegistered(app, tenantId, clientId)) {
        await app.tenancy.write(tenantId, (db) => keepRegistration(db, clientId));
      }
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
