import { Button, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#platform/ui/copy-button.tsx';
import classes from './log-streams.module.css';
import { newSigningKey, type StreamControl } from './stream-form.ts';

/** A new key to copy. A stored key is never shown, only replaced. */
export function SigningKeyField({ control }: { control: StreamControl }) {
  const { t } = useTranslation();
  const { field } = useController({ control, name: 'signingKey' });
  if (field.value === '') {
    return (
      <div className={classes.group}>
        <div className={classes.label}>{t('logStreams.key.label')}</div>
        <p className={classes.help}>{t('logStreams.key.storedHelp')}</p>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />}
          onClick={() => field.onChange(newSigningKey())}
        >
          {t('logStreams.key.replace')}
        </Button>
      </div>
    );
  }
  return (
    <TextInput
      ref={field.ref}
      name={field.name}
      value={field.value}
      readOnly
      label={t('logStreams.key.label')}
      description={t('logStreams.key.newHelp')}
      classNames={{ input: classes.key ?? '' }}
      rightSection={<CopyButton value={field.value} label={t('logStreams.key.copy')} />}
      rightSectionPointerEvents="all"
      dir="ltr"
    />
  );
}
