import { type LogStream, logStreamsApi, logStreamTypes } from '@postern/contracts/records/log-streams';
import { IconBucket, IconTelescope, IconWebhook } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { SelectField } from '#platform/form/select-field.tsx';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import type { Icon } from '#platform/icon.ts';
import { createBody, fieldOf, formFor, newSigningKey, updateBody, valuesOf } from './stream-form.ts';
import { TargetFields } from './target-fields.tsx';

export const typeIcons: Record<LogStream['type'], Icon> = { webhook: IconWebhook, s3: IconBucket, otlp: IconTelescope };

/** Creates a stream, or changes one. */
export function StreamDialog({ stream, onClose }: { stream?: LogStream; onClose: () => void }) {
  const { t } = useTranslation();
  const resolver = useMemo(() => schemaResolver(formFor(stream)), [stream]);
  const defaultValues = useMemo(() => valuesOf(stream, newSigningKey()), [stream]);
  const form = useForm({ resolver, defaultValues });
  const type = useWatch({ control: form.control, name: 'type' });
  const onDone = () => {
    onClose();
    showSuccess(t(stream ? 'states.saved' : 'logStreams.created'));
  };
  const create = useWrite(logStreamsApi.create, { quiet: true, onDone });
  const update = useWrite(logStreamsApi.update, { quiet: true, onDone });
  const submit = useSubmit(
    form,
    (values) =>
      stream
        ? update.mutateAsync({ params: { id: stream.id }, body: updateBody(values) })
        : create.mutateAsync({ body: createBody(values) }),
    { field: (path) => fieldOf(path, form.getValues()) },
  );
  const action = t(stream ? 'actions.save' : 'logStreams.create');
  return (
    <FormDialog
      size="wide"
      title={stream ? t('logStreams.edit', { name: stream.name }) : t('logStreams.create')}
      onClose={onClose}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={action}
    >
      {!stream && (
        <RadioCards
          control={form.control}
          name="type"
          label={t('logStreams.fields.type')}
          missing={t('fields.required')}
          choices={logStreamTypes.map((value) => ({
            value,
            label: t(`logStreams.types.${value}`),
            help: t(`logStreams.typeHelp.${value}`),
            icon: typeIcons[value],
          }))}
        />
      )}
      <TextField
        control={form.control}
        name="name"
        label={t('logStreams.fields.name')}
        placeholder={t('logStreams.fields.namePlaceholder')}
        autoFocus
      />
      <TargetFields control={form.control} type={type} stream={stream} />
      {!stream && (
        <SelectField
          control={form.control}
          name="start"
          label={t('logStreams.fields.start')}
          help={t('logStreams.fields.startHelp')}
          choices={(['now', 'beginning'] as const).map((value) => ({ value, label: t(`logStreams.starts.${value}`) }))}
        />
      )}
    </FormDialog>
  );
}
