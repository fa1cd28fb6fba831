import type { EventName } from '@postern/contracts/events';
import { adminTenantId } from '@postern/contracts/wire';
import type { OutboxEvent } from '#platform/jobs/outbox';

/** An event for the tracker. Has no person, name or address: only what happened, when, and in which tenant. */
export type ProductEvent = {
  event: string;
  tenantId: string;
  at: number;
  id: string;
  count?: number;
  /** An operator set the plan, without a payment. */
  isUnpaid?: true;
};

type Fact = Pick<OutboxEvent, 'tenantId' | 'name' | 'subjectId' | 'data'>;

/** Changes of an ordinary tenant that have a fixed name. */
const named: Partial<Record<EventName, string>> = {
  'Application.Created': 'app created',
  'Application.Deleted': 'app deleted',
  'Role.Created': 'role created',
  'Role.Deleted': 'role deleted',
  'Resource.Created': 'api resource created',
  'Resource.Deleted': 'api resource deleted',
  'Organization.Created': 'organization created',
  'Organization.Deleted': 'organization deleted',
  'OrganizationRole.Created': 'organization role created',
  'OrganizationRole.Deleted': 'organization role deleted',
  'SsoConnector.Created': 'sso connector created',
  'SsoConnector.Deleted': 'sso connector deleted',
  'Webhook.Created': 'webhook created',
  'Webhook.Deleted': 'webhook deleted',
  'CustomJwt.Data.Updated': 'custom jwt deployed',
  'Domain.Created': 'custom domain created',
  'Domain.Deleted': 'custom domain deleted',
};

/** Changes of tenants and of console users, which the admin tenant holds. */
const inAdminTenant: Partial<Record<EventName, string>> = {
  'Tenant.Created': 'tenant created',
  'Tenant.Deleted': 'tenant deleted',
  'User.Created': 'developer created',
  'User.Deleted': 'developer deleted',
};

const planIn = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'planId' in value ? String(value.planId) : '';

function planEvent({ before, after }: OutboxEvent['data']): string | undefined {
  const [from, to] = [planIn(before), planIn(after)];
  const isPro = (plan: string) => plan.startsWith('pro');
  if (isPro(to) && !isPro(from)) {
    return 'pro plan subscribed';
  }
  if (isPro(from) && !isPro(to)) {
    return 'pro plan canceled';
  }
  return to === 'free' && from !== 'free' ? 'free plan subscribed' : undefined;
}

const connectorEvents: Partial<Record<EventName, string>> = {
  'Connector.Created': 'connector created',
  'Connector.Deleted': 'connector deleted',
};

function connectorEvent({ name, data }: Fact): string | undefined {
  if (data.type === 'Social') {
    return connectorEvents[name];
  }
  return name === 'Connector.Deleted' ? undefined : 'passwordless connector updated';
}

function nameOf(fact: Fact): string | undefined {
  const { tenantId, name, data } = fact;
  if (name === 'Tenant.Plan.Updated') {
    return planEvent(data);
  }
  if (name === 'TenantInvitation.Created') {
    return 'collaborator invited';
  }
  if (tenantId === adminTenantId) {
    return inAdminTenant[name];
  }
  if (name.startsWith('Connector.')) {
    return connectorEvent(fact);
  }
  if (name === 'SignInExperience.Data.Updated') {
    return data.mfa === 'enabled' || data.mfa === 'disabled' ? `mfa ${data.mfa}` : undefined;
  }
  return named[name];
}

/** Undefined if the tracker does not get this event. */
export function productEventOf(event: OutboxEvent): ProductEvent | undefined {
  const name = nameOf(event);
  // The subject of these events is the tenant.
  const tenantId = event.name.startsWith('Tenant.') ? event.subjectId : event.tenantId;
  const unpaid = event.data.isPaid === false ? { isUnpaid: true as const } : {};
  return name === undefined ? undefined : { event: name, tenantId, at: event.createdAt, id: event.id, ...unpaid };
}

/** Events that are also marked as a conversion. */
export const conversions: Readonly<Record<string, string>> = {
  'developer created': 'registration',
  'pro plan subscribed': 'subscription',
};
