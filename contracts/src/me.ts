import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { JsonObject } from './fields.ts';
import { User } from './users.ts';

export const preferencesKey = 'adminConsolePreferences';

/** The console's own settings of a person, kept under `preferencesKey` of their custom data. */
export const Preferences = z.object({
  language: z.string().optional(),
  appearanceMode: z.enum(['system', 'light', 'dark']).optional(),
  connectorSieNoticeConfirmed: z.boolean().optional(),
  signInExperienceCustomized: z.boolean().optional(),
});
export type Preferences = z.infer<typeof Preferences>;

const common = { auth: { kind: 'me' }, document: 'me', tag: 'Me' } as const;

export const meApi = {
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/me',
    summary: 'The person who is signed in to the console.',
    response: User,
  }),
  getCustomData: endpoint({
    ...common,
    method: 'GET',
    path: '/me/custom-data',
    summary: 'Custom data of the person who is signed in.',
    response: JsonObject,
    errors: ['user.suspended'],
  }),
  patchCustomData: endpoint({
    ...common,
    method: 'PATCH',
    path: '/me/custom-data',
    summary: 'Merge keys into the custom data of the person who is signed in.',
    body: JsonObject,
    response: JsonObject,
    errors: ['user.suspended'],
  }),
} as const;
