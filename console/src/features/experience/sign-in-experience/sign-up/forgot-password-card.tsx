import { forgotPasswordMethods } from '@postern/contracts/experience/sign-in-experience';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { CheckBox } from '#platform/form/check-box.tsx';
import { listErrors } from '#platform/form/list-errors.ts';
import classes from '../sign-in-methods.module.css';
import type { MethodsForm } from './form.ts';
import { RowError } from './row-error.tsx';

export function ForgotPasswordCard({ fields, values, change }: MethodsForm) {
  const { t } = useTranslation();
  const { forgotPassword, methods } = values;
  const hasPassword = methods.some(({ password }) => password);
  return (
    <FormCard title={t('signInMethods.forgotPassword.title')} help={t('signInMethods.forgotPassword.help')}>
      {hasPassword ? (
        <fieldset className={classes.boxes}>
          <legend>{t('signInMethods.forgotPassword.group')}</legend>
          {forgotPasswordMethods.map((method, index) => (
            <CheckBox
              key={method}
              ref={index === 0 ? fields.forgotPassword.field.ref : undefined}
              label={t(`signInMethods.forgotPassword.${method}`)}
              checked={forgotPassword.includes(method)}
              onCheck={(checked) =>
                change({
                  forgotPassword: forgotPasswordMethods.filter((one) =>
                    one === method ? checked : forgotPassword.includes(one),
                  ),
                })
              }
            />
          ))}
          {forgotPassword.length === 0 && <p className={classes.note}>{t('signInMethods.forgotPassword.none')}</p>}
          <RowError message={listErrors(fields.forgotPassword.fieldState.error).own} />
        </fieldset>
      ) : (
        <p className={classes.note}>{t('signInMethods.forgotPassword.noPassword')}</p>
      )}
    </FormCard>
  );
}
