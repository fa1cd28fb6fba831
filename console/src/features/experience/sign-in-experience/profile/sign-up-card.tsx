import type { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { usePreviewDraft } from '../preview/draft.tsx';
import { useExperienceForm } from '../shared/experience-form.ts';
import { FieldPicker } from '../shared/field-picker.tsx';

const Values = z.object({ asksAll: z.boolean(), names: z.array(z.string()) });

/** The fields that new users are asked for: all, or chosen ones in an order of their own. */
export function SignUpCard({ fields }: { fields: CustomProfileField[] }) {
  const { t } = useTranslation();
  const known = (names: readonly string[]) => names.filter((name) => fields.some((field) => field.name === name));
  const { form, save } = useExperienceForm({
    schema: Values,
    values: ({ signUpProfileFields }) => ({
      asksAll: signUpProfileFields === null,
      names: known((signUpProfileFields ?? fields).map(({ name }) => name)),
    }),
    body: ({ asksAll, names }) => ({ signUpProfileFields: asksAll ? null : known(names).map((name) => ({ name })) }),
    landing: { field: () => 'names' },
  });
  const { control } = form;
  const { field } = useController({ control, name: 'names' });
  const asksAll = form.watch('asksAll');
  const asked = asksAll ? fields : field.value.flatMap((name) => fields.find((one) => one.name === name) ?? []);
  usePreviewDraft(
    { customProfileFields: asked },
    form.formState.isDirty,
    asked.length > 0 ? '/continue/extra-profile' : undefined,
  );
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('profileFields.signUp.title')} help={t('profileFields.signUp.help')}>
        <SwitchField
          control={control}
          name="asksAll"
          label={t('profileFields.signUp.all')}
          help={t('profileFields.signUp.allHelp')}
        />
        {!asksAll && (
          <FieldPicker
            label={t('profileFields.signUp.list')}
            none={t('profileFields.signUp.none')}
            add={t('profileFields.signUp.add')}
            fields={fields}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      </FormCard>
    </SettingsForm>
  );
}
