import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { meSecondFactorsApi } from '@postern/contracts/account/me-security';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { useStartOver } from '../action.ts';
import classes from '../profile.module.css';

type CodesDialogProps = {
  /** The ID of the codes that the new ones replace. */
  old: string | undefined;
  onClose: () => void;
};

/** Shows the codes once. They become valid when the person confirms that they saved them. */
export function CodesDialog({ old, onClose }: CodesDialogProps) {
  const { t } = useTranslation();
  const startOver = useStartOver({ action: 'security', step: 'makeCodes' });
  const draw = useWrite(meSecondFactorsApi.drawBackupCodes);
  const add = useWrite(meSecondFactorsApi.add, { quiet: true });
  const remove = useWrite(meSecondFactorsApi.remove, { quiet: true });
  const [isBusy, setBusy] = useState(false);
  const isAsked = useRef(false);
  const { mutate } = draw;
  useEffect(() => {
    if (!isAsked.current) {
      isAsked.current = true;
      mutate({});
    }
  }, [mutate]);
  const codes = draw.data?.codes;
  const save = async (made: string[]) => {
    setBusy(true);
    try {
      await startOver(async () => {
        if (old) {
          await remove.mutateAsync({ params: { verificationId: old } });
        }
        await add.mutateAsync({ body: { type: 'BackupCode', codes: made } });
        showSuccess(t('ownSecurity.added'));
      });
      onClose();
    } catch (error) {
      showFailure(error);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      sticky
      size="small"
      onClose={onClose}
      title={t('ownSecurity.codesTitle')}
      description={
        <>
          {t('ownSecurity.codesHelp')} {old && t('ownSecurity.codesOld')}
        </>
      }
      onSubmit={(event) => {
        event.preventDefault();
        if (codes) {
          void save(codes);
        }
      }}
      busy={isBusy}
      disabled={!codes}
      action={t('ownSecurity.keep')}
    >
      {codes ? <Codes codes={codes} /> : <Skeleton width="100%" height={160} />}
    </FormDialog>
  );
}

function Codes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 2000 });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <div className={classes.codes}>
      <ol aria-label={t('ownSecurity.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon size={16} stroke={1.5} aria-hidden />}
        onClick={() => clipboard.copy(codes.join('\n'))}
        data-autofocus
      >
        {clipboard.copied ? t('actions.copied') : t('ownSecurity.copyCodes')}
      </Button>
      <span className="sr-only" role="status">
        {clipboard.copied && t('actions.copied')}
      </span>
    </div>
  );
}
