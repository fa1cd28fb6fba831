import { Button } from '@mantine/core';
import { type OperatedTenant, operatorsApi, SuspendTenant } from '@postern/contracts/cloud/operators';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';

const landing = { codes: { 'tenant.already_suspended': 'reason' } } as const;

export function SuspendDialog({ tenant: { id, name }, onClose }: { tenant: OperatedTenant; onClose: () => void }) {
  const { t } = useTranslation();
  const suspend = useWrite(operatorsApi.suspend, {
    quiet: true,
    onDone: () => {
      onClose();
      showSuccess(t('operators.suspend.done', { name }));
    },
  });
  const form = useForm({ resolver: schemaResolver(SuspendTenant), defaultValues: { reason: '' } });
  const submit = useSubmit(form, (body) => suspend.mutateAsync({ params: { id }, body }), landing);
  return (
    <DialogFrame
      opened
      size="small"
      onClose={onClose}
      title={t('operators.suspend.title', { name })}
      description={t('operators.suspend.body')}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <BusyButton type="submit" variant="destroy" busy={form.formState.isSubmitting}>
            {t('operators.suspend.action')}
          </BusyButton>
        </>
      }
    >
      <TextField
        control={form.control}
        name="reason"
        label={t('operators.suspend.reason')}
        help={t('operators.suspend.reasonHelp')}
        autoFocus
      />
    </DialogFrame>
  );
}
