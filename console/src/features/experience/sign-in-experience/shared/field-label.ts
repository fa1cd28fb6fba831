import type { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import type { TFunction } from 'i18next';
import { isBuiltIn } from './kinds.ts';

/** What a field is called: its label, or what everybody calls such a detail. */
export const labelOf = ({ name, label }: Pick<CustomProfileField, 'name' | 'label'>, t: TFunction): string =>
  label || (isBuiltIn(name) ? t(`profileFields.builtIn.${name}`) : name);
