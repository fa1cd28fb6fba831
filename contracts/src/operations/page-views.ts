import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/**
 * A path of the console with `:name` in place of ids, such as `/applications/:id/settings`. Digits, capitals and dots are
 * not accepted, so that no id, name or address gets through.
 */
export const PagePattern = z.string().regex(/^(\/(?:[a-z][a-z-]{0,39}|:[a-zA-Z]{1,30})){0,10}\/?$/);

export const pageViewsApi = {
  create: endpoint({
    auth: { kind: 'me' },
    document: 'me',
    tag: 'Page views',
    method: 'POST',
    path: '/me/page-views',
    summary: 'Report that a page of the console was opened, for the tracker of the operator.',
    body: z.strictObject({ path: PagePattern }),
  }),
} as const;
