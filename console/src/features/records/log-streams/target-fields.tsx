import type { LogStream, LogStreamType } from '@postern/contracts/records/log-streams';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#platform/form/password-field.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { HeadersField } from './headers-field.tsx';
import { SigningKeyField } from './signing-key-field.tsx';
import { headerNamesOf, type StreamControl } from './stream-form.ts';

const placeholders: Record<LogStreamType, string> = {
  webhook: 'https://siem.example.com/audit',
  s3: 'https://s3.eu-central-1.amazonaws.com',
  otlp: 'https://otel.example.com:4318',
};

type Props = { control: StreamControl; type: LogStreamType; stream: LogStream | undefined };

/** The settings of the chosen type. */
export function TargetFields({ control, type, stream }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        control={control}
        name="url"
        label={t(`logStreams.fields.url.${type}`)}
        help={t(`logStreams.fields.urlHelp.${type}`)}
        placeholder={placeholders[type]}
        inputMode="url"
        mono
      />
      {type === 's3' && <BucketFields control={control} isStored={stream !== undefined} />}
      {type === 'webhook' && <SigningKeyField control={control} />}
      {type !== 's3' && <HeadersField control={control} stored={headerNamesOf(stream)} />}
    </>
  );
}

function BucketFields({ control, isStored }: { control: StreamControl; isStored: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        control={control}
        name="region"
        label={t('logStreams.fields.region')}
        placeholder="eu-central-1"
        mono
      />
      <TextField control={control} name="bucket" label={t('logStreams.fields.bucket')} placeholder="audit-logs" mono />
      <TextField
        control={control}
        name="prefix"
        label={t('logStreams.fields.prefix')}
        help={t('logStreams.fields.prefixHelp')}
        placeholder="postern/"
        optional
        mono
      />
      <TextField control={control} name="accessKeyId" label={t('logStreams.fields.accessKeyId')} mono />
      <PasswordField
        control={control}
        name="secretAccessKey"
        label={t('logStreams.fields.secretAccessKey')}
        {...(isStored ? { help: t('logStreams.stored') } : {})}
      />
      <SwitchField
        control={control}
        name="pathStyle"
        label={t('logStreams.fields.pathStyle')}
        help={t('logStreams.fields.pathStyleHelp')}
      />
    </>
  );
}
