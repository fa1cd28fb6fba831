import { Button } from '@mantine/core';
import { meSessionsApi } from '@postern/contracts/account/me-security';
import type { MyAccountSession } from '@postern/contracts/people/user-sessions';
import type { User } from '@postern/contracts/people/users';
import { IconLogout } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceName } from '#features/people/user-sessions/shared/device.tsx';
import { useSessionColumns } from '#features/people/user-sessions/shared/session-columns.tsx';
import { CardList } from '#features/people/users/shared/card-list.tsx';
import { showFailure } from '#platform/client/show-failure.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { ListCard } from '#platform/detail/form-card.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { type SecurityStep, useStartOver } from '../action.ts';
import { useSteps } from './steps.ts';

const steps: readonly SecurityStep[] = ['endSession', 'endOthers'];

/** The browsers in which the person is signed in to the console. */
export function SessionsCard({ me }: { me: User }) {
  const { t } = useTranslation();
  const read = useRead(meSessionsApi.list, {}, { quiet: true });
  const deviceName = useDeviceName();
  const { open, begin, close } = useSteps(me, steps);
  const columns = useSessionColumns<MyAccountSession>(
    ({ isCurrent }) =>
      isCurrent && (
        <Tag tone="info" small>
          {t('ownSecurity.sessions.current')}
        </Tag>
      ),
  );
  const session = read.data?.find(({ id }) => id === open?.id);
  const hasOthers = read.data?.some(({ isCurrent }) => !isCurrent);
  return (
    <ListCard
      isForReaders
      title={t('ownSecurity.sessions.title')}
      help={t('ownSecurity.sessions.help')}
      action={
        hasOthers && (
          <Button
            variant="default"
            leftSection={<IconLogout className="flip" size={18} stroke={1.5} aria-hidden />}
            onClick={() => begin({ step: 'endOthers' })}
          >
            {t('ownSecurity.sessions.endOthers')}
          </Button>
        )
      }
    >
      <CardList
        label={t('ownSecurity.sessions.title')}
        read={read}
        none={t('ownSecurity.sessions.none')}
        rowKey={({ id }) => id}
        columns={columns}
        menu={({ id, device, isCurrent }) =>
          !isCurrent && (
            <IconButton
              label={t('ownSecurity.sessions.end', { device: deviceName(device) })}
              size="small"
              onClick={() => begin({ step: 'endSession', id })}
            >
              <IconLogout className="flip" size={18} stroke={1.5} aria-hidden />
            </IconButton>
          )
        }
      />
      {open?.step === 'endOthers' && <EndOthers onClose={close} />}
      {open?.step === 'endSession' && session && <End key={session.id} session={session} onClose={close} />}
    </ListCard>
  );
}

/** Asks once when it appears. */
function useAskOnce(ask: () => Promise<void>): void {
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current) {
      isAsked.current = true;
      void ask();
    }
  });
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const startOver = useStartOver({ action: 'security', step: 'endOthers' });
  const end = useWrite(meSessionsApi.removeOthers, { quiet: true });
  useAskOnce(async () => {
    const isSure = await confirm({
      title: t('ownSecurity.sessions.endOthersTitle'),
      body: t('ownSecurity.sessions.endOthersBody'),
      confirm: t('ownSecurity.sessions.endOthers'),
      danger: true,
    });
    if (isSure) {
      await startOver(async () => {
        await end.mutateAsync({});
        showSuccess(t('ownSecurity.sessions.endedOthers'));
      }).catch(showFailure);
    }
    onClose();
  });
  return null;
}

function End({ session, onClose }: { session: MyAccountSession; onClose: () => void }) {
  const { t } = useTranslation();
  const device = useDeviceName()(session.device);
  const startOver = useStartOver({ action: 'security', step: 'endSession', id: session.id });
  const end = useWrite(meSessionsApi.remove, { quiet: true });
  useAskOnce(async () => {
    const isSure = await confirm({
      title: t('ownSecurity.sessions.endTitle', { device }),
      body: t('ownSecurity.sessions.endBody'),
      confirm: t('ownSecurity.sessions.endAction'),
      danger: true,
    });
    if (isSure) {
      await startOver(async () => {
        await end.mutateAsync({ params: { sessionId: session.id } });
        showSuccess(t('ownSecurity.sessions.ended'));
      }).catch(showFailure);
    }
    onClose();
  });
  return null;
}
