import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** `signIn`: OpenID Connect and the steps of a sign-in. `api`: all other operations of the API. */
export const serviceKinds = ['signIn', 'api'] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** The objectives of an installation over 30 days, in percent of the requests. */
export const objectives = { days: 30, availability: 99.9, latency: 99, latencySeconds: 0.5 } as const;

const Objective = z.object({
  /** Percent of the requests that should be good. */
  target: z.number(),
  /** Percent of the requests that were good; null without requests. */
  actual: z.number().nullable(),
  /** Percent of the bad requests that the objective still allows; negative if it is missed. Null without requests. */
  budgetLeft: z.number().nullable(),
});
export type Objective = z.infer<typeof Objective>;

export const ServiceLevel = z.object({
  kind: z.enum(serviceKinds),
  requests: z.number(),
  /** Responses other than server errors. */
  availability: Objective,
  /** Responses within `latencySeconds`. */
  latency: Objective,
});
export type ServiceLevel = z.infer<typeof ServiceLevel>;

export const ServiceLevels = z.object({
  days: z.number(),
  latencySeconds: z.number(),
  levels: z.array(ServiceLevel),
});
export type ServiceLevels = z.infer<typeof ServiceLevels>;

export const serviceLevelsApi = {
  get: endpoint({
    document: 'cloud',
    tag: 'Operators',
    auth: { kind: 'operator' },
    method: 'GET',
    path: '/api/operator/service-levels',
    summary: 'Get availability and latency of the last 30 days, with the error budgets that are left.',
    response: ServiceLevels,
  }),
} as const;
