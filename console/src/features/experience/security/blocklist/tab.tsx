import { emailBlocklistApi } from '@postern/contracts/experience/email-blocklist';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextAreaField } from '#platform/form/text-area-field.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { useExperienceForm } from '../../sign-in-experience/shared/experience-form.ts';
import classes from '../security.module.css';
import {
  BlocklistForm,
  type BlocklistValues,
  bodyOf,
  entriesIn,
  landing,
  type SentBlocklist,
  valuesOf,
} from './form.ts';

type BlocklistControl = Control<BlocklistValues, unknown, SentBlocklist>;

export function BlocklistTab() {
  const { t } = useTranslation();
  const { form, save } = useExperienceForm({ schema: BlocklistForm, values: valuesOf, body: bodyOf, landing });
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('security.blocklist.kinds.title')} help={t('security.blocklist.kinds.help')}>
        <SwitchField
          control={form.control}
          name="blockDisposableAddresses"
          label={t('security.blocklist.disposable.label')}
          help={t('security.blocklist.disposable.help')}
        />
        <ListFacts />
        <SwitchField
          control={form.control}
          name="blockSubaddressing"
          label={t('security.blocklist.subaddressing.label')}
          help={t('security.blocklist.subaddressing.help')}
        />
      </FormCard>
      <FormCard title={t('security.blocklist.custom.title')} help={t('security.blocklist.custom.help')}>
        <TextAreaField
          control={form.control}
          name="customBlocklist"
          label={t('security.blocklist.custom.label')}
          help={t('security.blocklist.custom.labelHelp')}
          placeholder={'@example.com\nname@example.org'}
          rows={12}
          mono
          optional
        />
        <EntryCount control={form.control} name="customBlocklist" />
      </FormCard>
      <FormCard title={t('security.blocklist.allowed.title')} help={t('security.blocklist.allowed.help')}>
        <TextAreaField
          control={form.control}
          name="customAllowlist"
          label={t('security.blocklist.allowed.label')}
          help={t('security.blocklist.custom.labelHelp')}
          placeholder={'@example.com\n*@*.example.org'}
          rows={8}
          mono
          optional
        />
        <EntryCount control={form.control} name="customAllowlist" />
      </FormCard>
    </SettingsForm>
  );
}

/** The size and the date of the built-in list. */
function ListFacts() {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  const { data } = useRead(
    emailBlocklistApi.disposableDomains,
    {},
    { quiet: true, staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <p className={classes.facts}>
      {data &&
        // At noon, so that every time zone shows the same day.
        t('security.blocklist.disposable.list', {
          domains: number(data.count),
          date: date(Date.parse(`${data.date}T12:00:00Z`)),
        })}
    </p>
  );
}

type EntryCountProps = { control: BlocklistControl; name: 'customBlocklist' | 'customAllowlist' };

function EntryCount({ control, name }: EntryCountProps) {
  const { t } = useTranslation();
  const text = useWatch({ control, name });
  return <p className={classes.facts}>{t('security.blocklist.custom.count', { count: entriesIn(text).length })}</p>;
}
