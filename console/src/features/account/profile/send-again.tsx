import { meApi } from '@postern/contracts/account/me';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';

const pause = 60;

/** Sends another code, once the first message has had time to arrive. */
export function SendAgain({ email, onSent }: { email: string; onSent: () => void }) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(pause);
  const isWaiting = left > 0;
  useEffect(() => {
    if (isWaiting) {
      const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
      return () => clearInterval(timer);
    }
  }, [isWaiting]);
  const send = useWrite(meApi.sendCode, {
    onDone: () => {
      setLeft(pause);
      onSent();
      showSuccess(t('ownProfile.code.sentAgain', { email }));
    },
  });
  return (
    <BusyButton
      variant="quiet"
      disabled={isWaiting}
      busy={send.isPending}
      onClick={() => send.mutate({ body: { email } })}
    >
      {isWaiting ? t('ownProfile.code.againIn', { count: left }) : t('ownProfile.code.again')}
    </BusyButton>
  );
}
