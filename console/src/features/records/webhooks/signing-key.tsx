import { type Webhook, webhooksApi } from '@postern/contracts/records/webhooks';
import { webhookSignatureHeader } from '@postern/contracts/wire';
import { IconClock, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';

/** Shows the signing key, and replaces it. The previous key stays valid for a while. */
export function SigningKeyCard({ hook }: { hook: Webhook }) {
  const { t } = useTranslation();
  const { moment } = useFormat();
  const { data: status } = useRead(webhooksApi.status, { params: { id: hook.id } }, { quiet: true });
  const rotate = useWrite(webhooksApi.rotateKey, { onDone: () => showSuccess(t('webhooks.key.rotated')) });
  const askAndRotate = async () => {
    const confirmed = await confirm({
      title: t('webhooks.key.rotateTitle'),
      body: t('webhooks.key.rotateBody'),
      confirm: t('webhooks.key.rotate'),
    });
    if (confirmed) {
      rotate.mutate({ params: { id: hook.id } });
    }
  };
  return (
    <FormCard
      title={t('webhooks.key.title')}
      help={`${t('webhooks.key.help')} ${t('states.protocolName', { name: webhookSignatureHeader })}`}
    >
      {/* A new key is hidden again. */}
      <KeyValues
        key={hook.signingKey}
        rows={[{ label: t('webhooks.key.label'), value: hook.signingKey, secret: true }]}
      />
      {status?.previousKeyUntil && (
        <Notice tone="info" icon={IconClock} title={t('webhooks.key.overlapTitle')}>
          {t('webhooks.key.overlapBody', { time: moment(status.previousKeyUntil) })}
        </Notice>
      )}
      <div>
        <BusyButton
          variant="default"
          busy={rotate.isPending}
          leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />}
          onClick={() => void askAndRotate()}
        >
          {t('webhooks.key.rotate')}
        </BusyButton>
      </div>
    </FormCard>
  );
}
