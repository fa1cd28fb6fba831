import { Switch } from '@mantine/core';
import type { MfaFactor, SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { useId } from 'react';
import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { signUpAndSignInPath } from '#paths/sign-in-experience.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { listErrors } from '#platform/form/list-errors.ts';
import { useReadView } from '#platform/form/read-view.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import classes from './mfa.module.css';
import { channelOf, factors, isFirstFactor, type MfaValues } from './mfa-form.ts';
import { factorIcons } from './shared/factor-icons.ts';

type Methods = SignInExperience['signIn']['methods'];
type FactorsCardProps = { control: Control<MfaValues, unknown, MfaValues>; methods: Methods };

/** The factors that people can set up, in the order of the sign-in pages. */
export function FactorsCard({ control, methods }: FactorsCardProps) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name: 'factors' });
  const problem = listErrors(fieldState.error).own;
  const change = (factor: MfaFactor, isOn: boolean) =>
    field.onChange(factors.filter((one) => (one === factor ? isOn : field.value.includes(one))));
  return (
    <FormCard title={t('mfa.factors.title')} help={t('mfa.factors.help')}>
      <ul className={classes.rows} aria-label={t('mfa.factors.title')}>
        {factors.map((factor, index) => (
          <FactorRow
            key={factor}
            ref={index === 0 ? field.ref : undefined}
            factor={factor}
            isOn={field.value.includes(factor)}
            isFirst={isFirstFactor(factor, methods)}
            onChange={(isOn) => change(factor, isOn)}
          />
        ))}
      </ul>
      {problem && (
        <div className={classes.wrong} role="alert">
          <FieldError message={problem} />
        </div>
      )}
    </FormCard>
  );
}

type FactorRowProps = {
  ref: React.Ref<HTMLInputElement> | undefined;
  factor: MfaFactor;
  isOn: boolean;
  /** People sign in with the codes of this channel. */
  isFirst: boolean;
  onChange: (isOn: boolean) => void;
};

function FactorRow({ ref, factor, isOn, isFirst, onChange }: FactorRowProps) {
  const { t } = useTranslation();
  const id = useId();
  const channel = isFirst ? channelOf(factor) : undefined;
  const Icon = factorIcons[factor];
  const isRead = useReadView();
  return (
    <li className={classes.row}>
      <Icon size={20} stroke={1.5} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <label htmlFor={isRead ? undefined : id} className={classes.name}>
          {t(`mfa.factors.names.${factor}`)}
        </label>
        <p id={`${id}-help`} className={classes.help}>
          {t(`mfa.factors.about.${factor}`)}
          {channel && (
            <>
              {' '}
              {t(`mfa.factors.clash.${channel}`)}{' '}
              <PageLink className="link" to={signUpAndSignInPath}>
                {t('mfa.factors.openMethods')}
              </PageLink>
            </>
          )}
        </p>
      </div>
      {isRead ? (
        <span>{t(isOn ? 'fields.on' : 'fields.off')}</span>
      ) : (
        <Switch
          id={id}
          ref={ref}
          // The label stands at the start of the row.
          classNames={{ labelWrapper: classes.noLabel }}
          checked={isOn}
          // A factor that was turned on earlier can always be turned off.
          disabled={isFirst && !isOn}
          aria-describedby={`${id}-help`}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
    </li>
  );
}
