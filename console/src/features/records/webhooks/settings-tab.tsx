import { Button } from '@mantine/core';
import { type Webhook, webhooksApi } from '@postern/contracts/records/webhooks';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { webhookPath, webhooksPath } from '#paths/webhooks.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { DangerRow, FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { useDeleteWebhook } from './delete.ts';
import { EventsField } from './events-field.tsx';
import { HeadersField } from './headers-field.tsx';
import { SamplePayload } from './sample-payload.tsx';
import { SigningKeyCard } from './signing-key.tsx';
import { bodyOf, landing, SettingsForm as Schema, valuesOf } from './webhook-form.ts';

const resolver = schemaResolver(Schema);

export function SettingsTab() {
  const { id } = usePathParams(webhookPath);
  const { data: hook } = useRead(webhooksApi.get, { params: { id } });
  if (!hook) {
    return (
      <Cards>
        <FormCardSkeleton fields={2} />
        <FormCardSkeleton fields={3} />
        <FormCardSkeleton fields={1} />
      </Cards>
    );
  }
  return <Settings key={hook.id} hook={hook} />;
}

function Settings({ hook }: { hook: Webhook }) {
  const { t } = useTranslation();
  const form = useForm({ resolver, defaultValues: valuesOf(hook) });
  const { control } = form;
  const update = useWrite(webhooksApi.update, { quiet: true });
  const save = useSave(
    form,
    async (values) => valuesOf(await update.mutateAsync({ params: { id: hook.id }, body: bodyOf(values, hook) })),
    landing,
  );
  useStoredValues(form, hook, valuesOf);
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('webhooks.general.title')} help={t('webhooks.general.help')}>
        <TextField control={control} name="name" label={t('webhooks.fields.name')} />
        <TextField
          control={control}
          name="url"
          label={t('webhooks.fields.url')}
          help={t('webhooks.fields.urlHelp')}
          inputMode="url"
          mono
        />
        <SwitchField
          control={control}
          name="enabled"
          label={t('webhooks.fields.enabled')}
          help={t('webhooks.fields.enabledHelp')}
        />
      </FormCard>
      <FormCard title={t('webhooks.events.title')} help={t('webhooks.events.help')}>
        <EventsField control={control} name="events" />
        <SamplePayload />
      </FormCard>
      <SigningKeyCard hook={hook} />
      <FormCard title={t('webhooks.headers.title')} help={t('webhooks.headers.help')}>
        <HeadersField control={control} />
      </FormCard>
      <DangerCard hook={hook} />
    </SettingsForm>
  );
}

function DangerCard({ hook }: { hook: Webhook }) {
  const { t } = useTranslation();
  const go = useGo();
  const remove = useDeleteWebhook(() => go(webhooksPath, {}, { force: true }));
  return (
    <FormCard title={t('webhooks.danger.title')} help={t('webhooks.danger.help')} danger>
      <DangerRow
        title={t('webhooks.danger.what')}
        help={t('webhooks.danger.consequence')}
        action={
          <Button variant="danger" onClick={() => void remove(hook)}>
            {t('webhooks.danger.action')}
          </Button>
        }
      />
    </FormCard>
  );
}
