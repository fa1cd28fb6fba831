import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { GivenTime } from '../fields.ts';

const flag = z.boolean().optional();

/** Console settings that are shared by everyone who manages a tenant. */
export const ConsoleSettings = z.object({
  signInExperienceCustomized: z.boolean(),
  organizationCreated: z.boolean(),
  developmentTenantMigrationNotification: z
    .strictObject({
      isPaidTenant: z.boolean(),
      /** The previous tag of the tenant. */
      tag: z.string().max(64),
      readAt: GivenTime.optional(),
    })
    .optional(),
  checkedChargeNotification: z
    .strictObject({ token: flag, apiResource: flag, machineToMachineApp: flag, tenantMember: flag })
    .optional(),
});
export type ConsoleSettings = z.infer<typeof ConsoleSettings>;

export const UpdateConsoleSettings = z.strictObject(ConsoleSettings.shape).partial();
export type UpdateConsoleSettings = z.infer<typeof UpdateConsoleSettings>;

const common = {
  auth: { kind: 'management' },
  document: 'management',
  tag: 'Console settings',
  path: '/api/configs/admin-console',
} as const;

export const consoleSettingsApi = {
  get: endpoint({
    ...common,
    method: 'GET',
    summary: 'Get the console settings of this tenant.',
    response: ConsoleSettings,
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    summary: 'Update the console settings of this tenant. Keys are merged.',
    body: UpdateConsoleSettings,
    response: ConsoleSettings,
  }),
} as const;
