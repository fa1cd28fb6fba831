import { Button, TextInput } from '@mantine/core';
import type { NamedTenant } from '@postern/contracts/account/me';
import type { User } from '@postern/contracts/people/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { profilePath, verifyPasswordPath } from '#paths/profile.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { failureMessage } from '#platform/client/show-failure.ts';
import { DangerRow, FormCard } from '#platform/detail/form-card.tsx';
import { DialogButtons } from '#platform/feedback/dialog-buttons.tsx';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { alert } from '#platform/feedback/dialogs.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showError } from '#platform/feedback/toast.ts';
import { identifierOf, nameOf } from '#platform/person.ts';
import { signOut } from '#platform/session/sign-in.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { isProofFresh, useAction, useOuterGo, useStartOver } from './action.ts';
import { deleteAccount, readDeletionPlan } from './delete-account.ts';
import classes from './profile.module.css';
import { type DeletionPlan, issues } from './sort-tenants.ts';

export function DeleteCard({ me }: { me: User }) {
  const { t } = useTranslation();
  const go = useOuterGo();
  const [isOpen, setOpen] = useState(false);
  const isResumed = useAction()?.action === 'deleteAccount';
  useEffect(() => {
    if (isResumed) {
      setOpen(true);
      void go(profilePath, {}, true);
    }
  }, [isResumed, go]);
  const begin = () =>
    me.hasPassword && !isProofFresh() ? void go(verifyPasswordPath, { action: 'deleteAccount' }) : setOpen(true);
  return (
    <FormCard title={t('ownProfile.delete.title')} help={t('ownProfile.delete.help')} danger>
      <DangerRow
        title={t('ownProfile.delete.final')}
        help={t('ownProfile.delete.actionHelp')}
        action={
          <Button variant="danger" onClick={begin}>
            {t('ownProfile.delete.action')}
          </Button>
        }
      />
      {isOpen && <DeleteDialog me={me} onClose={() => setOpen(false)} />}
    </FormCard>
  );
}

type DialogProps = { onClose: () => void };

/** Shows what blocks the deletion; otherwise what happens to the tenants, then the final confirmation. */
function DeleteDialog({ me, onClose }: DialogProps & { me: User }) {
  const { t } = useTranslation();
  const [isLast, setLast] = useState(false);
  const plan = useQuery({
    queryKey: ['DeletionPlan'],
    queryFn: async () => (await readDeletionPlan()) ?? null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  });
  const isUnknown = plan.data === null;
  useEffect(() => {
    if (isUnknown) {
      showError(t('ownProfile.delete.unknownRoles'));
      onClose();
    }
  }, [isUnknown, onClose, t]);
  if (plan.data?.isBlocked) {
    return <Blocked plan={plan.data} onClose={onClose} />;
  }
  if (isLast && plan.data) {
    return <LastQuestion me={me} onClose={onClose} />;
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLast(plan.data !== undefined);
  };
  return (
    <DialogFrame
      opened
      size="small"
      onClose={onClose}
      title={t('ownProfile.delete.confirmTitle')}
      description={t('ownProfile.delete.confirmBody')}
      onSubmit={submit}
      footer={
        <DialogButtons onCancel={onClose} busy={false} disabled={!plan.data}>
          {t('ownProfile.continue')}
        </DialogButtons>
      }
    >
      {plan.data ? (
        <>
          <Fate title={t('ownProfile.delete.fates.deletes')} tenants={plan.data.deletes} />
          <Fate title={t('ownProfile.delete.fates.leaves')} tenants={plan.data.leaves} />
          {plan.data.deletes.length + plan.data.leaves.length === 0 && t('ownProfile.delete.fates.none')}
        </>
      ) : plan.error ? (
        <LoadFailed error={plan.error} retry={plan.refetch} />
      ) : (
        <Skeleton width="100%" height={64} />
      )}
    </DialogFrame>
  );
}

function Fate({ title, tenants }: { title: string; tenants: readonly NamedTenant[] }) {
  return (
    tenants.length > 0 && (
      <section className={classes.fate}>
        <h3>{title}</h3>
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
}

function Blocked({ plan: { blocked }, onClose }: DialogProps & { plan: DeletionPlan }) {
  const { t } = useTranslation();
  return (
    <DialogFrame
      opened
      size="small"
      onClose={onClose}
      title={t('ownProfile.delete.blockedTitle')}
      description={t('ownProfile.delete.blockedBody')}
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
      }}
      footer={
        <Button type="submit" data-autofocus>
          {t('actions.gotIt')}
        </Button>
      }
    >
      {issues.map((issue) => (
        <Fate key={issue} title={t(`ownProfile.delete.issues.${issue}`)} tenants={blocked[issue]} />
      ))}
    </DialogFrame>
  );
}

function LastQuestion({ me, onClose }: DialogProps & { me: User }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { remove, isBusy } = useDelete(onClose);
  const name = identifierOf(me) ?? nameOf(me);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === name && !isBusy) {
      remove();
    }
  };
  return (
    <DialogFrame
      opened
      size="small"
      sticky
      onClose={onClose}
      title={t('ownProfile.delete.lastTitle')}
      description={t('ownProfile.delete.lastBody')}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('actions.cancel')}
          </Button>
          <BusyButton type="submit" variant="destroy" busy={isBusy} disabled={typed !== name}>
            {t('ownProfile.delete.action')}
          </BusyButton>
        </>
      }
    >
      <TextInput
        label={t('states.retype', { name })}
        placeholder={name}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </DialogFrame>
  );
}

function useDelete(onClose: () => void) {
  const { t } = useTranslation();
  const startOver = useStartOver({ action: 'deleteAccount' });
  const { mutate, isPending } = useMutation({
    meta: { quiet: true },
    mutationFn: () => startOver(() => deleteAccount().then(() => signOut())),
    onError: async (error) => {
      const id = error instanceof RequestError ? error.requestId : undefined;
      onClose();
      await alert({
        title: t('ownProfile.delete.failedTitle'),
        body: [failureMessage(error), id && t('errors.request', { id }), t('ownProfile.delete.later')]
          .filter(Boolean)
          .join(' '),
        close: t('actions.gotIt'),
      });
    },
  });
  return { remove: () => mutate(), isBusy: isPending };
}
