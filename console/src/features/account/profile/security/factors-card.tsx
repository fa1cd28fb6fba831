import { Button } from '@mantine/core';
import { meSecondFactorsApi } from '@postern/contracts/account/me-security';
import type { UserMfaVerification } from '@postern/contracts/people/user-mfa';
import type { User } from '@postern/contracts/people/users';
import { IconDeviceMobile, IconFingerprint, IconListNumbers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { RenameDialog } from '#platform/form/rename-dialog.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { type SecurityStep, useStartOver } from '../action.ts';
import { Row, Rows } from '../cards.tsx';
import { AppDialog } from './app-dialog.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { canCreatePasskeys } from './create-passkey.ts';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RemoveFactor } from './remove-factor.tsx';
import { type Step, useSteps } from './steps.ts';

const steps: readonly SecurityStep[] = ['addApp', 'addPasskey', 'makeCodes', 'rename', 'remove'];

/** The second factors of the person, with which they sign in to the console. */
export function FactorsCard({ me }: { me: User }) {
  const { t } = useTranslation();
  const read = useRead(meSecondFactorsApi.list, {}, { quiet: true });
  const { open, begin, close } = useSteps(me, steps);
  const factors = read.data;
  return (
    <FormCard title={t('ownSecurity.title')} help={t('ownSecurity.help')}>
      {factors ? (
        <Rows>
          <AppRow factor={factors.find(({ type }) => type === 'Totp')} begin={begin} />
          <PasskeyRows passkeys={factors.filter(({ type }) => type === 'WebAuthn')} begin={begin} />
          <CodesRow factors={factors} begin={begin} />
        </Rows>
      ) : read.error ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : (
        <Rows>
          <Row label="" value={<Skeleton width={160} />} action={null} />
          <Row label="" value={<Skeleton width={160} />} action={null} />
          <Row label="" value={<Skeleton width={160} />} action={null} />
        </Rows>
      )}
      {factors && open && <Opened key={`${open.step} ${open.id}`} step={open} factors={factors} onClose={close} />}
    </FormCard>
  );
}

type Begin = { begin: (step: Step) => void };

function AppRow({ factor, begin }: Begin & { factor: UserMfaVerification | undefined }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const label = t('ownSecurity.app');
  return (
    <Row
      icon={<Tile icon={IconDeviceMobile} />}
      label={label}
      value={factor ? t('ownSecurity.since', { date: date(Date.parse(factor.createdAt)) }) : t('ownSecurity.none')}
      isEmpty={!factor}
      action={
        factor ? (
          <Remove what={label} onClick={() => begin({ step: 'remove', id: factor.id })} />
        ) : (
          <Small label={t('ownSecurity.setUpWhat', { what: label })} onClick={() => begin({ step: 'addApp' })}>
            {t('ownSecurity.setUp')}
          </Small>
        )
      }
    />
  );
}

function PasskeyRows({ passkeys, begin }: Begin & { passkeys: UserMfaVerification[] }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const isSupported = canCreatePasskeys();
  return (
    <>
      {passkeys.map(({ id, name = t('ownSecurity.passkey'), createdAt }) => (
        <Row
          key={id}
          icon={<Tile icon={IconFingerprint} />}
          label={t('ownSecurity.passkey')}
          value={
            <span title={name}>
              {name} · {t('ownSecurity.since', { date: date(Date.parse(createdAt)) })}
            </span>
          }
          action={
            <>
              <Small label={t('ownSecurity.renameWhat', { what: name })} onClick={() => begin({ step: 'rename', id })}>
                {t('ownSecurity.rename')}
              </Small>
              <Remove what={name} onClick={() => begin({ step: 'remove', id })} />
            </>
          }
        />
      ))}
      <Row
        icon={<Tile icon={IconFingerprint} />}
        label={t('ownSecurity.passkeys')}
        value={isSupported ? passkeys.length === 0 && t('ownSecurity.none') : t('ownSecurity.unsupported')}
        isEmpty
        action={
          isSupported && (
            <Small label={t('ownSecurity.add')} onClick={() => begin({ step: 'addPasskey' })}>
              {t('ownSecurity.add')}
            </Small>
          )
        }
      />
    </>
  );
}

/** Backup codes require another second factor. */
function CodesRow({ factors, begin }: Begin & { factors: readonly UserMfaVerification[] }) {
  const { t } = useTranslation();
  const label = t('ownSecurity.codes');
  const codes = factors.find(({ type }) => type === 'BackupCode');
  const isAlone = factors.every(({ type }) => type === 'BackupCode');
  return (
    <Row
      icon={<Tile icon={IconListNumbers} />}
      label={label}
      value={
        codes
          ? t('ownSecurity.codesLeft', { count: codes.remainCodes ?? 0 })
          : t(isAlone ? 'ownSecurity.codesNeedOther' : 'ownSecurity.none')
      }
      isEmpty={!codes}
      action={
        <>
          {!isAlone && (
            <Small
              label={t(codes ? 'ownSecurity.renew' : 'ownSecurity.make')}
              onClick={() => begin({ step: 'makeCodes' })}
            >
              {t(codes ? 'ownSecurity.renew' : 'ownSecurity.make')}
            </Small>
          )}
          {codes && <Remove what={label} onClick={() => begin({ step: 'remove', id: codes.id })} />}
        </>
      }
    />
  );
}

function Small({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="default" size="xs" aria-label={label} onClick={onClick}>
      {children}
    </Button>
  );
}

function Remove({ what, onClick }: { what: string; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="danger" size="xs" aria-label={t('actions.remove', { what })} onClick={onClick}>
      {t('ownSecurity.remove')}
    </Button>
  );
}

type OpenedProps = { step: Step; factors: readonly UserMfaVerification[]; onClose: () => void };

function Opened({ step: { step, id }, factors, onClose }: OpenedProps) {
  const factor = factors.find((one) => one.id === id);
  switch (step) {
    case 'addApp':
      return <AppDialog onClose={onClose} />;
    case 'addPasskey':
      return <PasskeyDialog onClose={onClose} />;
    case 'makeCodes':
      return <CodesDialog hasOld={factors.some(({ type }) => type === 'BackupCode')} onClose={onClose} />;
    case 'rename':
      return factor && <Rename factor={factor} onClose={onClose} />;
    case 'remove':
      return factor && <RemoveFactor factor={factor} onClose={onClose} />;
    default:
      return null;
  }
}

const Name = z.object({ name: z.string().trim().min(1).max(64) });

function Rename({ factor, onClose }: { factor: UserMfaVerification; onClose: () => void }) {
  const { t } = useTranslation();
  const startOver = useStartOver({ action: 'security', step: 'rename', id: factor.id });
  const rename = useWrite(meSecondFactorsApi.rename, { quiet: true });
  return (
    <RenameDialog
      title={t('ownSecurity.renameTitle')}
      label={t('ownSecurity.name')}
      name={factor.name ?? ''}
      schema={Name}
      landing={{}}
      rename={async (name) => {
        await startOver(async () => {
          await rename.mutateAsync({ params: { verificationId: factor.id }, body: { name } });
          showSuccess(t('ownSecurity.renamed'));
        });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
