import { type WebhookEvent, webhooksApi } from '@postern/contracts/records/webhooks';
import { useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { webhookSettingsPath, webhooksPath } from '#paths/webhooks.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { PlanNotice } from '#platform/plan/plan-parts.tsx';
import { useGo } from '#platform/router/links.ts';
import { EventsField } from './events-field.tsx';
import { landing, webhookFields } from './webhook-form.ts';

const CreateForm = z.object(webhookFields);
const resolver = schemaResolver(CreateForm);

/** A separate route over the list, so that Back closes it. */
export function CreatePage() {
  const { t } = useTranslation();
  const go = useGo();
  const { name = '', ...search }: { name?: string } = useSearch({ strict: false });
  const create = useWrite(webhooksApi.create, {
    quiet: true,
    onDone: async ({ id }) => {
      await go(webhookSettingsPath, { id });
      showSuccess(t('webhooks.created'));
    },
  });
  const events: WebhookEvent[] = [];
  const form = useForm({ resolver, defaultValues: { name, events, url: '' } });
  const submit = useSubmit(
    form,
    async ({ url, ...body }) => create.mutateAsync({ body: { ...body, config: { url } } }),
    landing,
  );
  return (
    <FormDialog
      size="wide"
      onClose={() => void go(webhooksPath, {}, { search })}
      title={t('webhooks.create')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('webhooks.create')}
    >
      <PlanNotice of={['hooksLimit']} />
      <TextField
        control={form.control}
        name="name"
        label={t('webhooks.fields.name')}
        placeholder={t('webhooks.fields.namePlaceholder')}
        autoFocus
      />
      <TextField
        control={form.control}
        name="url"
        label={t('webhooks.fields.url')}
        help={t('webhooks.fields.urlHelp')}
        placeholder="https://orders.example.com/hooks"
        inputMode="url"
        mono
      />
      <EventsField control={form.control} name="events" />
    </FormDialog>
  );
}
