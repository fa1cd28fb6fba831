import {
  defaultGraceSeconds,
  jwksMaxAgeSeconds,
  SigningKeyAlgorithm,
  signingKeyAlgorithms,
  signingKeysApi,
} from '@postern/contracts/access/signing-keys';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { useFormat } from '#platform/i18n/format.ts';

const starts = ['later', 'now'] as const;
const RotateForm = z.object({ algorithm: SigningKeyAlgorithm, start: z.enum(starts) });

export function RotateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const rotate = useWrite(signingKeysApi.rotate, { quiet: true, onDone: onClose });
  const { data: keys } = useRead(signingKeysApi.list, { params: { keyType: 'private-keys' } });
  const form = useForm({
    resolver: schemaResolver(RotateForm),
    defaultValues: { algorithm: 'EC' as const, start: 'later' as const },
  });
  const submit = useSubmit(form, async ({ algorithm, start }) => {
    await rotate.mutateAsync({
      params: { keyType: 'private-keys' },
      body: { signingKeyAlgorithm: algorithm, rotationGracePeriod: start === 'now' ? 0 : defaultGraceSeconds },
    });
    showSuccess(t('signingKeys.rotated'));
  });
  const hasNext = keys?.some(({ status }) => status === 'Next') ?? false;
  const times = { grace: duration(defaultGraceSeconds), age: duration(jwksMaxAgeSeconds) };
  const start: (typeof starts)[number] = form.watch('start');
  return (
    <FormDialog
      onClose={onClose}
      title={t('signingKeys.private-keys.rotate')}
      description={t('signingKeys.rotateHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('signingKeys.rotate')}
    >
      <RadioCards
        control={form.control}
        name="algorithm"
        label={t('signingKeys.columns.algorithm')}
        missing={t('fields.required')}
        choices={signingKeyAlgorithms.map((value) => ({
          value,
          label: t(`signingKeys.algorithms.${value}.name`),
          help: t(`signingKeys.algorithms.${value}.help`),
        }))}
        autoFocus
      />
      <RadioCards
        control={form.control}
        name="start"
        label={t('signingKeys.start')}
        missing={t('fields.required')}
        // While a next key waits, no other key can sign before it.
        choices={starts
          .filter((value) => value === 'later' || !hasNext)
          .map((value) => ({
            value,
            label: t(`signingKeys.starts.${value}.name`, times),
            help: t(`signingKeys.starts.${value}.help`, times),
          }))}
      />
      {start === 'now' && (
        <Notice tone="warning" icon={IconAlertTriangle} title={t('signingKeys.nowTitle')}>
          {t('signingKeys.nowBody', times)}
        </Notice>
      )}
      {hasNext && (
        <Notice tone="info" icon={IconInfoCircle} title={t('signingKeys.replacesTitle')}>
          {t('signingKeys.replacesBody')}
        </Notice>
      )}
    </FormDialog>
  );
}
