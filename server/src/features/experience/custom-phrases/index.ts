import type { Feature } from '#platform/app';
import { customPhraseRoutes } from './routes.ts';

export { customPhrasesOf, languagesOfTenant, pageWordingOf } from './merge.ts';

export const customPhrases: Feature = { name: 'custom-phrases', tenantRoutes: customPhraseRoutes };
