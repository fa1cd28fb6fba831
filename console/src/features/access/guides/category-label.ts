import type { TFunction } from 'i18next';
import type { Category } from './shared/arrange.ts';

export const categoryLabel = (t: TFunction, category: Category | 'API') =>
  category === 'thirdParty'
    ? t('applications.thirdParty')
    : category === 'API'
      ? t('guides.api')
      : t(`applications.types.${category}`);
