import type { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import type { TFunction } from 'i18next';
import { isBuiltIn } from './kinds.ts';

/** The label of a field, or the default name of a standard field. */
export const labelOf = ({ name, label }: Pick<CustomProfileField, 'name' | 'label'>, t: TFunction): string =>
  label || (isBuiltIn(name) ? t(`profileFields.builtIn.${name}`) : name);
