import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { labelOf as labelOfField } from '#features/experience/sign-in-experience/shared/field-label.ts';
import { userDataKey } from '#features/experience/sign-in-experience/shared/kinds.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { JsonEditorField } from '#platform/form/json-editor-field.tsx';
import classes from '../user-details.module.css';
import { useAskedFields } from './asked-fields.ts';
import { readObject, valueAt, withValueAt } from './edit-json.ts';
import type { SettingsOutput, SettingsValues } from './form.ts';
import { ProfileInput } from './profile-input.tsx';

type CustomDataCardProps = { control: Control<SettingsValues, unknown, SettingsOutput> };

/** Custom data of a user, which applications use, including the tenant's custom profile fields. */
export function CustomDataCard({ control }: CustomDataCardProps) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('userDetails.customData.title')} help={t('userDetails.customData.help')}>
      <OwnFields control={control} />
      <JsonEditorField control={control} name="customData" label={t('users.fields.customData')} />
    </FormCard>
  );
}

function OwnFields({ control }: CustomDataCardProps) {
  const { t } = useTranslation();
  const { field } = useController({ control, name: 'customData' });
  const own = useAskedFields().filter((asked) => userDataKey(asked).startsWith('customData.'));
  const data = readObject(field.value);
  if (own.length === 0 || !data) {
    return null;
  }
  return (
    <fieldset className={classes.group}>
      <legend className="sr-only">{t('userDetails.customData.asked')}</legend>
      <div className={classes.groupHead} aria-hidden>
        {t('userDetails.customData.asked')}
      </div>
      <div className={classes.grid}>
        {own.map((asked) => (
          <ProfileInput
            key={asked.name}
            label={labelOfField(asked, t)}
            asked={asked}
            value={valueAt(data, [asked.name])}
            onChange={(value) => field.onChange(JSON.stringify(withValueAt(data, [asked.name], value), null, 2))}
          />
        ))}
      </div>
    </fieldset>
  );
}
