import { plansApi, Sku, SubscriptionUsage } from '@postern/contracts/cloud/plans';
import { type Quota, wholeQuota } from '@postern/contracts/quota';
import { tenantScopes } from '@postern/contracts/wire';
import type { FakeApi } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';

/** The free plan of a new installation. */
export const freePlan = sample(Sku, {
  id: 'free',
  name: 'Free',
  unitPrice: 0,
  quota: {
    mauLimit: 50_000,
    tokenLimit: 500_000,
    applicationsLimit: 3,
    machineToMachineLimit: 1,
    resourcesLimit: 1,
    organizationsLimit: 0,
    enterpriseSsoLimit: 0,
    tenantMembersLimit: 1,
    auditLogsRetentionDays: 3,
    hooksLimit: 1,
    mfaEnabled: false,
    customJwtEnabled: false,
    actionsEnabled: false,
    ticketSupportResponseTime: 0,
  },
});

/** Its Pro plan. */
export const proPlan = sample(Sku, {
  id: 'pro-202509',
  name: 'Pro',
  unitPrice: 1600,
  quota: {
    tokenLimit: 1_000_000,
    machineToMachineLimit: 1,
    samlApplicationsLimit: 0,
    resourcesLimit: 3,
    organizationsLimit: 0,
    enterpriseSsoLimit: 0,
    tenantMembersLimit: 3,
    auditLogsRetentionDays: 14,
    hooksLimit: 10,
    mfaEnabled: false,
    securityFeaturesEnabled: false,
    ticketSupportResponseTime: 48,
  },
});

const addOns = [
  sample(Sku, { id: 'machine-to-machine', type: 'AddOn', unitPrice: 800, quota: { machineToMachineLimit: 1 } }),
  sample(Sku, { id: 'resource', type: 'AddOn', unitPrice: 400, quota: { resourcesLimit: 1 } }),
  sample(Sku, { id: 'tenant-member', type: 'AddOn', unitPrice: 800, quota: { tenantMembersLimit: 1 } }),
];

/** Answers what can be bought: the plans and the add-ons. */
export function answerPlans(api: FakeApi): void {
  api.on(plansApi.skus, ({ query }) => (query.type === 'AddOn' ? addOns : [freePlan, proPlan]));
  api.on(plansApi.availableSkus, ({ query }) => (query.type === 'AddOn' ? addOns : [freePlan, proPlan]));
}

/** What a tenant uses, with these limits and otherwise without any. The plan includes the same, unless `included` says more. */
export const limitedUse = (
  limits: Partial<Quota>,
  usage: SubscriptionUsage['usage'],
  included: Partial<Quota> = limits,
): SubscriptionUsage =>
  sample(SubscriptionUsage, { quota: wholeQuota(limits), basicQuota: wholeQuota(included), usage });

/** The scopes of a member who lacks some. */
export const without = (...names: string[]) =>
  tenantScopes.filter((name) => !names.includes(name)).map((name) => ({ id: name, name, description: null }));
