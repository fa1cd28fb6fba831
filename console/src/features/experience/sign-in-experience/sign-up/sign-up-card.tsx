import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { CheckBox } from '#platform/form/check-box.tsx';
import { listErrors } from '#platform/form/list-errors.ts';
import { OrderedList } from '#platform/order/ordered-list.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import classes from '../sign-in-methods.module.css';
import { AddMenu } from './add-menu.tsx';
import { identifiersToAdd, needsPassword } from './derive.ts';
import type { MethodsForm } from './form.ts';
import { signUpIdentifiers } from './methods-form.ts';
import { RowError } from './row-error.tsx';

export function SignUpCard({ fields, values, change }: MethodsForm) {
  const { t } = useTranslation();
  const { signUpIdentifiers: all, signUpPassword } = values;
  const errors = listErrors(fields.signUpIdentifiers.fieldState.error);
  const isForced = needsPassword(values);
  return (
    <FormCard title={t('signInMethods.signUp.title')} help={t('signInMethods.signUp.help')}>
      {all.length === 0 && <p className={classes.note}>{t('signInMethods.signUp.none')}</p>}
      <div ref={fields.signUpIdentifiers.field.ref} tabIndex={-1}>
        <OrderedList
          label={t('signInMethods.signUp.list')}
          items={all}
          keyOf={(identifier) => identifier}
          nameOf={(identifier) => t(`signInMethods.identifiers.${identifier}`)}
          onOrder={(next) => change({ signUpIdentifiers: next })}
        >
          {(identifier, index) => {
            const name = t(`signInMethods.identifiers.${identifier}`);
            return (
              <>
                <div className={classes.item}>
                  <span className={classes.itemName}>{name}</span>
                  {index === 0 && all.length > 1 && <Tag small>{t('signInMethods.signUp.main')}</Tag>}
                  <IconButton
                    label={t('actions.remove', { what: name })}
                    size="small"
                    tooltip={false}
                    onClick={() => change({ signUpIdentifiers: all.filter((one) => one !== identifier) })}
                  >
                    <IconX size={16} stroke={1.5} aria-hidden />
                  </IconButton>
                </div>
                <RowError message={errors.rows[index]} />
              </>
            );
          }}
        </OrderedList>
        <RowError message={errors.own} />
      </div>
      <AddMenu
        label={t('signInMethods.signUp.add')}
        choices={identifiersToAdd(values).map((value) => ({ value, label: t(`signInMethods.identifiers.${value}`) }))}
        onAdd={(value) => {
          const added = signUpIdentifiers.find((identifier) => identifier === value);
          change({ signUpIdentifiers: added ? [...all, added] : all });
        }}
      />
      {all.length > 0 && (
        <fieldset className={classes.boxes}>
          <legend>{t('signInMethods.signUp.settings')}</legend>
          <CheckBox
            ref={fields.signUpPassword.field.ref}
            label={t('signInMethods.signUp.password')}
            help={isForced ? t('signInMethods.signUp.passwordForced') : undefined}
            checked={signUpPassword}
            disabled={isForced && signUpPassword}
            onCheck={(checked) => change({ signUpPassword: checked })}
          />
          {all.some((identifier) => identifier !== 'username') && (
            <CheckBox
              label={t('signInMethods.signUp.verify')}
              help={t('signInMethods.signUp.verifyHelp')}
              checked
              disabled
              onCheck={() => undefined}
            />
          )}
        </fieldset>
      )}
    </FormCard>
  );
}
