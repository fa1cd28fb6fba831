import { Button } from '@mantine/core';
import { type AccountCenter, accountCenterApi } from '@postern/contracts/experience/account-center';
import { IconUserOff } from '@tabler/icons-react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { SelectField } from '#platform/form/select-field.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import classes from './mfa.module.css';
import { allowsFactors, canEnrol, type MfaValues, organizationPolicies, prompts } from './mfa-form.ts';

type MfaForm = UseFormReturn<MfaValues, unknown, MfaValues>;
/** The account center is undefined until it is loaded. */
type PolicyCardProps = { form: MfaForm; center: AccountCenter | undefined };

/** When people are asked to set up a factor. The texts describe what the chosen values do. */
export function PolicyCard({ form, center }: PolicyCardProps) {
  const { t } = useTranslation();
  const { control } = form;
  const [factors, isRequired, adaptive, prompt, organizationPolicy] = form.watch([
    'factors',
    'isRequired',
    'adaptive',
    'prompt',
    'organizationPolicy',
  ]);
  const isOff = factors.length === 0;
  const values = form.watch();
  const isAdaptive = adaptive && !isOff;
  const promptHelp = isOff ? 'NoPrompt' : prompt;
  return (
    <FormCard title={t('mfa.policy.title')} help={t('mfa.policy.help')}>
      {isOff && <p className={classes.help}>{t('mfa.policy.noFactors')}</p>}
      {isAdaptive ? (
        <p className={classes.help}>{t('mfa.policy.requireAdaptive')}</p>
      ) : (
        <SwitchField
          control={control}
          name="isRequired"
          label={t('mfa.policy.require')}
          help={t(isRequired && !isOff ? 'mfa.policy.requireOn' : 'mfa.policy.requireOff')}
          disabled={isOff}
        />
      )}
      {(isAdaptive || !isRequired) && (
        <SelectField
          control={control}
          name="prompt"
          label={t('mfa.policy.prompt')}
          help={t(
            isAdaptive
              ? 'mfa.policy.promptHelpAdaptive'
              : promptHelp === 'NoPrompt' && center && !allowsFactors(center)
                ? 'mfa.policy.neverOffered'
                : `mfa.policy.promptHelp.${promptHelp}`,
          )}
          choices={prompts
            .filter((value) => !isAdaptive || value !== 'NoPrompt')
            .map((value) => ({ value, label: t(`mfa.policy.prompts.${value}`) }))}
          disabled={isOff}
        />
      )}
      {center && !canEnrol(values, center) && <NoPlaceToEnrol form={form} center={center} />}
      <SelectField
        control={control}
        name="organizationPolicy"
        label={t('mfa.policy.organizations')}
        help={t(`mfa.policy.organizationsHelp.${isAdaptive || (isRequired && !isOff) ? 'All' : organizationPolicy}`)}
        choices={organizationPolicies.map((value) => ({ value, label: t(`mfa.policy.organizationPolicies.${value}`) }))}
        disabled={isOff}
      />
    </FormCard>
  );
}

/** Says that the chosen factors have no effect, and offers the changes that give them one. */
function NoPlaceToEnrol({ form, center }: { form: MfaForm; center: AccountCenter }) {
  const { t } = useTranslation();
  const update = useWrite(accountCenterApi.update, { onDone: () => showSuccess(t('mfa.enrol.allowed')) });
  const offer = () => form.setValue('prompt', 'PromptAtSignInAndSignUp', { shouldDirty: true });
  const allow = () => update.mutate({ body: { enabled: true, fields: { ...center.fields, mfa: 'Edit' } } });
  return (
    <Notice tone="warning" icon={IconUserOff} title={t('mfa.enrol.title')}>
      {t('mfa.enrol.body')}
      <div className={classes.offers}>
        <Button variant="default" onClick={offer}>
          {t('mfa.enrol.offer')}
        </Button>
        <BusyButton variant="default" busy={update.isPending} onClick={allow}>
          {t('mfa.enrol.allow')}
        </BusyButton>
      </div>
    </Notice>
  );
}
