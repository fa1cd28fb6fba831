import { identifierTypes } from '@postern/contracts/experience/sign-in-experience';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { CheckBox } from '#platform/form/check-box.tsx';
import { listErrors } from '#platform/form/list-errors.ts';
import { OrderedList } from '#platform/order/ordered-list.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { AddMenu, RowError } from '../method-parts.tsx';
import classes from '../sign-in-methods.module.css';
import type { MethodsForm } from './form.ts';
import { isChannel, type SignInMethod, signUpIdentifiers } from './methods-form.ts';
import { identifiersToAdd, isRequired, needsCode, needsPassword, newMethod } from './rules.ts';

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

export function SignInCard({ fields, values, change, factors }: MethodsForm) {
  const { t } = useTranslation();
  const { methods } = values;
  const errors = listErrors(fields.methods.fieldState.error);
  const rest = identifierTypes.filter((type) => !methods.some(({ identifier }) => identifier === type));
  return (
    <FormCard title={t('signInMethods.signIn.title')} help={t('signInMethods.signIn.help')}>
      {methods.length === 0 &&
        (values.socialTargets.length === 0 ? (
          <Notice tone="warning" icon={IconAlertTriangle} title={t('signInMethods.signIn.lockedTitle')}>
            {t('signInMethods.signIn.lockedBody')}
          </Notice>
        ) : (
          <p className={classes.note}>{t('signInMethods.signIn.none')}</p>
        ))}
      <div ref={fields.methods.field.ref} tabIndex={-1}>
        <OrderedList
          label={t('signInMethods.signIn.list')}
          items={methods}
          keyOf={({ identifier }) => identifier}
          nameOf={({ identifier }) => t(`signInMethods.identifiers.${identifier}`)}
          onOrder={(next) => change({ methods: next })}
        >
          {(method, index) => (
            <>
              <Method
                method={method}
                isCodeForced={needsCode(values, method.identifier)}
                isRequired={isRequired(values, method.identifier)}
                onChange={(next) => change({ methods: methods.map((one) => (one === method ? next : one)) })}
                onRemove={() => change({ methods: methods.filter((one) => one !== method) })}
              />
              <RowError message={errors.rows[index]} />
            </>
          )}
        </OrderedList>
        <RowError message={errors.own} />
      </div>
      <AddMenu
        label={t('signInMethods.signIn.add')}
        choices={rest.map((value) => ({ value, label: t(`signInMethods.identifiers.${value}`) }))}
        onAdd={(value) => {
          const added = rest.find((type) => type === value);
          change({ methods: added ? [...methods, newMethod(added, factors)] : methods });
        }}
      />
    </FormCard>
  );
}

type MethodProps = {
  method: SignInMethod;
  isCodeForced: boolean;
  isRequired: boolean;
  onChange: (method: SignInMethod) => void;
  onRemove: () => void;
};

function Method({ method, isCodeForced, isRequired: isFixed, onChange, onRemove }: MethodProps) {
  const { t } = useTranslation();
  const { identifier, password, verificationCode, isPasswordPrimary } = method;
  const name = t(`signInMethods.identifiers.${identifier}`);
  const hasCode = isChannel(identifier);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold its name and a button in one line
    <div role="group" aria-label={name}>
      <div className={classes.item}>
        <span className={classes.itemName}>{name}</span>
        {!isFixed && (
          <IconButton label={t('actions.remove', { what: name })} size="small" tooltip={false} onClick={onRemove}>
            <IconX size={16} stroke={1.5} aria-hidden />
          </IconButton>
        )}
      </div>
      <div className={classes.ways}>
        <CheckBox
          label={t('signInMethods.signIn.password')}
          checked={password}
          disabled={!hasCode && password}
          onCheck={(checked) => onChange({ ...method, password: checked })}
        />
        {hasCode && (
          <CheckBox
            label={t('signInMethods.signIn.code')}
            checked={verificationCode}
            disabled={isCodeForced && verificationCode}
            onCheck={(checked) => onChange({ ...method, verificationCode: checked })}
          />
        )}
        {hasCode && password && verificationCode && (
          <CheckBox
            label={t('signInMethods.signIn.passwordFirst')}
            checked={isPasswordPrimary}
            onCheck={(checked) => onChange({ ...method, isPasswordPrimary: checked })}
          />
        )}
      </div>
      {(isFixed || isCodeForced) && (
        <p className={classes.note}>
          {[isFixed && t('signInMethods.signIn.required'), isCodeForced && t('signInMethods.signIn.codeForced')]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
    </div>
  );
}
