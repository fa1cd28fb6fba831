import { Button } from '@mantine/core';
import { defaultPageSize } from '@postern/contracts/fields';
import { mailboxApi } from '@postern/contracts/messages/mailbox';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { passwordlessConnectorsPath } from '#paths/connectors.ts';
import { tenantSettingsPath } from '#paths/tenant-settings.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { Pager } from '#platform/list/pager.tsx';
import { NavFrame } from '#platform/page/nav-frame.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import classes from './mailbox.module.css';
import { MessageCard } from './message-card.tsx';

/** Often enough that a code is visible after switching to this window. */
const refreshEvery = 3000;

/** Messages that no connector sent, newest first. */
export function MailboxPage() {
  const { t } = useTranslation();
  const list = useListState();
  const query = { page: String(list.page), page_size: String(defaultPageSize) };
  const read = useReadPage(mailboxApi.list, { query }, { every: refreshEvery, quiet: true, staleTime: 0 });
  const messages = read.data?.items;
  return (
    <NavFrame
      of={tenantSettingsPath}
      purpose={t('mailbox.purpose')}
      busy={read.isPending}
      actions={messages && messages.length > 0 && <ClearButton />}
    >
      {read.error && !messages ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : messages?.length === 0 ? (
        <div className={classes.empty}>
          <EmptyState
            art={<EmptyArt />}
            title={t('mailbox.emptyTitle')}
            body={t('mailbox.emptyBody')}
            actions={
              <Button component={PageLink} to={passwordlessConnectorsPath} variant="default">
                {t('mailbox.toConnectors')}
              </Button>
            }
          />
        </div>
      ) : (
        <>
          <ul className={classes.messages} aria-label={t('nav.mailbox')}>
            {messages
              ? messages.map((message) => <MessageCard key={message.id} message={message} />)
              : [1, 2, 3].map((row) => (
                  <li key={row} className={classes.message}>
                    <Skeleton width="60%" height={20} />
                  </li>
                ))}
          </ul>
          <Pager page={list.page} total={read.data?.total} />
        </>
      )}
    </NavFrame>
  );
}

function ClearButton() {
  const { t } = useTranslation();
  const clear = useWrite(mailboxApi.clear, { onDone: () => showSuccess(t('mailbox.cleared')) });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('mailbox.clearTitle'),
      body: t('mailbox.clearBody'),
      confirm: t('mailbox.clear'),
      danger: true,
    });
    if (confirmed) {
      clear.mutate({});
    }
  };
  return (
    <Button variant="default" leftSection={<IconTrash size={18} stroke={1.5} aria-hidden />} onClick={() => void ask()}>
      {t('mailbox.clear')}
    </Button>
  );
}
