import { Button, TextInput } from '@mantine/core';
import { type AccountDeletion, accountDeletionApi, type NamedTenant } from '@postern/contracts/me';
import type { User } from '@postern/contracts/users';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestError } from '#platform/client/request-error.ts';
import { failureMessage } from '#platform/client/show-failure.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { alert } from '#platform/feedback/dialogs.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { identifierOf, nameOf } from '#platform/person.ts';
import { signOut } from '#platform/session/sign-in.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import classes from './profile.module.css';
import { useStartOver } from './start-over.ts';

/** What becomes of the tenants, or what stands in the way; then the name is typed once more. */
export function DeleteDialog({ me, onClose }: { me: User; onClose: () => void }) {
  const { t } = useTranslation();
  const preview = useRead(accountDeletionApi.preview, {}, { quiet: true, staleTime: 0 });
  const [typed, setTyped] = useState('');
  const { remove, isBusy } = useDelete(onClose);
  const name = identifierOf(me) ?? nameOf(me);
  const isBlocked = preview.data && preview.data.paid.length + preview.data.lastAdmin.length > 0;
  const isAllowed = preview.data !== undefined && !isBlocked && typed === name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isAllowed) {
      void remove();
    }
  };
  return (
    <DialogFrame
      opened
      size="small"
      onClose={onClose}
      title={t(isBlocked ? 'ownProfile.delete.blockedTitle' : 'ownProfile.delete.confirmTitle')}
      description={t(isBlocked ? 'ownProfile.delete.blockedBody' : 'ownProfile.delete.confirmBody')}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t(isBlocked ? 'actions.gotIt' : 'actions.cancel')}
          </Button>
          {!isBlocked && (
            <BusyButton type="submit" variant="destroy" busy={isBusy} disabled={!isAllowed}>
              {t('ownProfile.delete.action')}
            </BusyButton>
          )}
        </>
      }
    >
      {preview.data ? (
        <Fates of={preview.data} />
      ) : preview.error ? (
        <LoadFailed error={preview.error} retry={preview.refetch} />
      ) : (
        <Skeleton width="100%" height={64} />
      )}
      {preview.data && !isBlocked && (
        <TextInput
          label={t('states.retype', { name })}
          placeholder={name}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          autoFocus
        />
      )}
    </DialogFrame>
  );
}

const fates = ['paid', 'lastAdmin', 'deletes', 'leaves'] as const;

function Fates({ of: deletion }: { of: AccountDeletion }) {
  const { t } = useTranslation();
  const isBlocked = deletion.paid.length + deletion.lastAdmin.length > 0;
  const shown = isBlocked ? fates.slice(0, 2) : fates.slice(2);
  return shown.map((fate) => {
    const tenants: readonly NamedTenant[] = deletion[fate];
    return (
      tenants.length > 0 && (
        <section key={fate} className={classes.fate}>
          <h3>{t(`ownProfile.delete.fates.${fate}`)}</h3>
          <ul>
            {tenants.map(({ id, name }) => (
              <li key={id}>
                {name} <code>{id}</code>
              </li>
            ))}
          </ul>
        </section>
      )
    );
  });
}

function useDelete(onClose: () => void) {
  const { t } = useTranslation();
  const write = useWrite(accountDeletionApi.remove, {
    quiet: true,
    // There is nobody left whose data could be read anew.
    onDone: () => signOut(),
  });
  const startOver = useStartOver({ action: 'deleteAccount' });
  return {
    isBusy: write.isPending,
    remove: async () => {
      try {
        await startOver(write.mutateAsync({}));
      } catch (error) {
        const id = error instanceof RequestError ? error.requestId : undefined;
        onClose();
        await alert({
          title: t('ownProfile.delete.failedTitle'),
          body: [failureMessage(error), id && t('errors.request', { id }), t('ownProfile.delete.later')]
            .filter(Boolean)
            .join(' '),
          close: t('actions.gotIt'),
        });
      }
    },
  };
}
