import { z } from 'zod';
import { Branding } from '../experience/sign-in-experience.ts';
import { JsonObject, Timestamp } from '../fields.ts';

/** Colors that override those of the tenant; missing ones are inherited. */
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

/** With the roles that a user or an application has there. */
export const OrganizationWithRoles = Organization.extend({
  organizationRoles: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type OrganizationWithRoles = z.infer<typeof OrganizationWithRoles>;
