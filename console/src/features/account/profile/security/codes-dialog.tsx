import { meSecondFactorsApi } from '@postern/contracts/account/me-security';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BackupCodes } from '#features/people/users/shared/factor-secrets.tsx';
import { showFailure } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { useStartOver } from '../action.ts';

type CodesDialogProps = {
  /** The person has codes, which the new ones replace. */
  hasOld: boolean;
  onClose: () => void;
};

/** Shows the codes once. They become valid when the person confirms that they saved them. */
export function CodesDialog({ hasOld, onClose }: CodesDialogProps) {
  const { t } = useTranslation();
  const startOver = useStartOver({ action: 'security', step: 'makeCodes' });
  const draw = useWrite(meSecondFactorsApi.drawBackupCodes);
  const add = useWrite(meSecondFactorsApi.add, { quiet: true });
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
        await add.mutateAsync({ body: { type: 'BackupCode', codes: made, replace: true } });
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
          {t('ownSecurity.codesHelp')} {hasOld && t('ownSecurity.codesOld')}
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
      {codes ? (
        <BackupCodes codes={codes} label={t('ownSecurity.codes')} copyLabel={t('ownSecurity.copyCodes')} />
      ) : (
        <Skeleton width="100%" height={160} />
      )}
    </FormDialog>
  );
}
