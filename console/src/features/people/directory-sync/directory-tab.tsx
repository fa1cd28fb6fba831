import { DirectoryDeletion, type DirectorySync, directorySyncApi } from '@postern/contracts/people/directory-sync';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { directorySyncPath } from '#paths/directory-sync.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { PlanNotice } from '#platform/plan/plan-parts.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { ActivityCard } from './activity-card.tsx';
import { MappingsCard } from './mappings-card.tsx';
import { PeopleCard } from './people-card.tsx';
import { TokensCard } from './tokens-card.tsx';

const RulesForm = z.object({ deletion: DirectoryDeletion });
const resolver = schemaResolver(RulesForm);
const rulesOf = ({ deletion }: DirectorySync) => ({ deletion });

/** The directory of the company: how to connect it, what it may do, and what it did. */
export function DirectoryTab() {
  const { id } = usePathParams(directorySyncPath);
  const read = useRead(directorySyncApi.get, { params: { id } }, { quiet: true });
  if (read.error && !read.data) {
    return <LoadFailed error={read.error} retry={read.refetch} />;
  }
  if (!read.data) {
    return (
      <Cards>
        <FormCardSkeleton fields={3} />
        <FormCardSkeleton fields={1} />
      </Cards>
    );
  }
  return <Directory key={id} sync={read.data} />;
}

function Directory({ sync }: { sync: DirectorySync }) {
  const { t } = useTranslation();
  const { connectorId: id } = sync;
  const form = useForm({ resolver, defaultValues: rulesOf(sync) });
  const update = useWrite(directorySyncApi.update, { quiet: true });
  const save = useSave(form, async (body) => rulesOf(await update.mutateAsync({ params: { id }, body })));
  useStoredValues(form, sync, rulesOf);
  return (
    <SettingsForm form={form} save={save}>
      <EndpointCard sync={sync} />
      <TokensCard connectorId={id} />
      <FormCard title={t('directorySync.rules.title')} help={t('directorySync.rules.help')}>
        <RadioCards
          control={form.control}
          name="deletion"
          label={t('directorySync.rules.label')}
          missing={t('directorySync.rules.missing')}
          choices={[
            {
              value: 'suspend',
              label: t('directorySync.rules.suspend'),
              help: t('directorySync.rules.suspendHelp'),
            },
            { value: 'delete', label: t('directorySync.rules.delete'), help: t('directorySync.rules.deleteHelp') },
          ]}
        />
      </FormCard>
      <PeopleCard connectorId={id} />
      <MappingsCard connectorId={id} hasGroups={sync.groups > 0} />
      <ActivityCard connectorId={id} />
    </SettingsForm>
  );
}

function EndpointCard({ sync }: { sync: DirectorySync }) {
  const { t } = useTranslation();
  const { number, dateTime } = useFormat();
  const time = (at: number | null) => (at === null ? t('directorySync.endpoint.never') : dateTime(at));
  const users = { users: number(sync.users), active: number(sync.activeUsers) };
  return (
    <FormCard title={t('directorySync.endpoint.title')} help={t('directorySync.endpoint.help')}>
      <PlanNotice of={['enterpriseSsoLimit']} />
      <KeyValues
        rows={[
          { label: t('directorySync.endpoint.tenantUrl'), value: sync.endpoint },
          {
            label: t('directorySync.endpoint.status'),
            value: t(sync.isOn ? 'directorySync.endpoint.on' : 'directorySync.endpoint.off'),
            plain: true,
          },
          {
            label: t('directorySync.endpoint.users'),
            value: t('directorySync.endpoint.usersValue', users),
            plain: true,
          },
          { label: t('directorySync.endpoint.groups'), value: number(sync.groups), plain: true },
          { label: t('directorySync.endpoint.lastRequest'), value: time(sync.lastRequestAt), plain: true },
          { label: t('directorySync.endpoint.lastError'), value: time(sync.lastErrorAt), plain: true },
        ]}
      />
    </FormCard>
  );
}
