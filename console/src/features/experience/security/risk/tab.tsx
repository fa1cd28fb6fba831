import {
  type RiskLevel,
  riskActions,
  riskPoints,
  riskReasons,
  riskThresholds,
  type SignInProtection,
  signInProtectionApi,
} from '@postern/contracts/experience/sign-in-protection';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Connected } from '#features/experience/sign-in-experience/shared/connected.ts';
import { useConnected } from '#features/experience/sign-in-experience/shared/use-connected.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { SelectField } from '#platform/form/select-field.tsx';
import { useSave } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import classes from '../security.module.css';
import { bodyOf, RiskForm, type RiskValues, valuesOf } from './form.ts';

const resolver = schemaResolver(RiskForm);

/** What happens with risky sign-ins, and emails about new devices. */
export function RiskTab() {
  const read = useRead(signInProtectionApi.get, {});
  const { connected, error, refetch } = useConnected();
  if (read.data && connected) {
    return <RiskSettings protection={read.data} connected={connected} />;
  }
  const failed = (read.error && read) || (error && { error, refetch });
  return failed ? (
    <LoadFailed error={failed.error} retry={failed.refetch} />
  ) : (
    <Cards>
      <FormCardSkeleton fields={2} />
      <FormCardSkeleton fields={1} />
    </Cards>
  );
}

function RiskSettings({ protection, connected }: { protection: SignInProtection; connected: Connected }) {
  const { t } = useTranslation();
  const hasConnector = connected.connectors.email;
  const update = useWrite(signInProtectionApi.update, { quiet: true });
  const form = useForm({ resolver, defaultValues: valuesOf(protection, hasConnector) });
  const save = useSave(form, async (values: RiskValues) =>
    valuesOf(await update.mutateAsync({ body: bodyOf(values, valuesOf(protection, hasConnector)) }), hasConnector),
  );
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('security.risk.title')} help={t('security.risk.help')}>
        <ActionField control={form.control} level="medium" />
        <ActionField control={form.control} level="high" />
      </FormCard>
      <FormCard title={t('security.risk.reasonsTitle')} help={t('security.risk.reasonsHelp')}>
        <dl className={classes.points}>
          {riskReasons.map((reason) => (
            <div key={reason}>
              <dt>{t(`security.risk.reasons.${reason}`)}</dt>
              <dd className="tabular">{t('security.risk.points', { count: riskPoints[reason] })}</dd>
            </div>
          ))}
        </dl>
      </FormCard>
      <FormCard title={t('security.newDevices.title')} help={t('security.newDevices.help')}>
        <SwitchField
          control={form.control}
          name="mailsNewDevices"
          label={t('security.newDevices.email')}
          help={t(connected.channels.email ? 'security.newDevices.emailHelp' : 'security.newDevices.noConnector')}
        />
      </FormCard>
    </SettingsForm>
  );
}

function ActionField({ control, level }: { control: Control<RiskValues, unknown, RiskValues>; level: RiskLevel }) {
  const { t } = useTranslation();
  const action = useWatch({ control, name: level });
  return (
    <SelectField
      control={control}
      name={level}
      label={t(`security.risk.levels.${level}`, { from: riskThresholds[level], to: riskThresholds.high - 1 })}
      help={t(`security.risk.actionHelp.${action}`)}
      choices={riskActions.map((value) => ({ value, label: t(`security.risk.actions.${value}`) }))}
      width={480}
    />
  );
}
