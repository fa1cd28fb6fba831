import { z } from 'zod';
import { Branding } from '../experience/sign-in-experience.ts';
import { JsonObject, Timestamp } from '../fields.ts';

/** Colours that differ from those of the tenant; what is missing stays as it is there. */
export const PartialColor = z.object({
  primaryColor: z.string().optional(),
  isDarkModeEnabled: z.boolean().optional(),
  darkPrimaryColor: z.string().optional(),
});

export const Organization = z.object({
  tenantId: z.string(),
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  customData: JsonObject,
  isMfaRequired: z.boolean(),
  color: PartialColor,
  branding: Branding,
  customCss: z.string().nullable(),
  createdAt: Timestamp,
});
export type Organization = z.infer<typeof Organization>;

/** With the roles that somebody or something holds there. */
export const OrganizationWithRoles = Organization.extend({
  organizationRoles: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type OrganizationWithRoles = z.infer<typeof OrganizationWithRoles>;
