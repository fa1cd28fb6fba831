import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Branding } from '../experience/sign-in-experience.ts';
import { HexColor, WebUrl } from '../fields.ts';
import { PartialColor } from './organization.ts';

/** The branding of the sign-in and consent pages for one application. */
export const ApplicationSignInExperience = z.object({
  tenantId: z.string(),
  applicationId: z.string(),
  color: PartialColor,
  branding: Branding,
  customCss: z.string().nullable(),
  termsOfUseUrl: z.string().nullable(),
  privacyPolicyUrl: z.string().nullable(),
  displayName: z.string().nullable(),
});
export type ApplicationSignInExperience = z.infer<typeof ApplicationSignInExperience>;

/** The branding that an application and an organization can have: colors, images and CSS. */
export const brandFields = {
  color: z
    .strictObject({
      primaryColor: HexColor.optional(),
      isDarkModeEnabled: z.boolean().optional(),
      darkPrimaryColor: HexColor.optional(),
    })
    .optional(),
  branding: z
    .strictObject({
      logoUrl: WebUrl.optional(),
      darkLogoUrl: WebUrl.optional(),
      favicon: WebUrl.optional(),
      darkFavicon: WebUrl.optional(),
    })
    .optional(),
  customCss: z.string().max(65_536).nullish(),
};

const Link = WebUrl.or(z.literal('')).nullable();

export const SaveApplicationSignInExperience = z.strictObject({
  ...brandFields,
  displayName: z.string().max(256).nullish(),
  termsOfUseUrl: Link,
  privacyPolicyUrl: Link,
});
export type SaveApplicationSignInExperience = z.infer<typeof SaveApplicationSignInExperience>;

const common = {
  auth: { kind: 'management' },
  document: 'management',
  tag: 'Applications',
  path: '/api/applications/:applicationId/sign-in-experience',
  params: z.object({ applicationId: z.string() }),
  response: ApplicationSignInExperience,
  errors: ['entity.not_exists_with_id'],
} as const;

export const applicationBrandingApi = {
  save: endpoint({
    ...common,
    method: 'PUT',
    summary: 'Set the branding of an application. Returns 201 the first time; omitted parts are kept.',
    body: SaveApplicationSignInExperience,
    status: [200, 201],
  }),
  get: endpoint({ ...common, method: 'GET', summary: 'Get the branding of an application.' }),
} as const;
