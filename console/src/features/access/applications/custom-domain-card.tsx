import { Button } from '@mantine/core';
import { applicationsApi } from '@postern/contracts/access/applications';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddDialog } from '#features/access/domains/shared/add-dialog.tsx';
import { DomainList } from '#features/access/domains/shared/domain-list.tsx';
import { LocalTarget } from '#features/access/domains/shared/local-target.tsx';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { ListCard } from '#platform/detail/form-card.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

/** The status of a domain changes without an action of the reader. */
const pollMs = 10_000;

/** The custom domain of a protected application. */
export function CustomDomainCard({ id, host }: { id: string; host: string | undefined }) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const params = { id };
  const read = useRead(applicationsApi.listCustomDomains, { params }, { every: pollMs });
  const add = useWrite(applicationsApi.addCustomDomain, { quiet: true });
  const remove = useWrite(applicationsApi.removeCustomDomain, { onDone: () => showSuccess(t('domains.deleted')) });
  async function askAndRemove(domain: string) {
    const confirmed = await confirm({
      title: t('domains.deleteTitle', { name: domain }),
      body: t('applications.protection.domainDelete'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { id, domain } });
    }
  }
  const canAdd = read.data?.length === 0;
  return (
    <>
      <ListCard
        title={t('applications.protection.domainTitle')}
        help={t('applications.protection.domainHelp')}
        {...(canAdd
          ? {
              action: (
                <Button leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={() => setAdding(true)}>
                  {t('domains.add')}
                </Button>
              ),
            }
          : {})}
      >
        <LocalTarget host={host} setting="PROTECTED_APPS_ENDPOINT" />
        <DomainList
          read={read}
          none={t('applications.protection.domainNone')}
          activeHelp={t('applications.protection.domainActive')}
          onDelete={({ domain }) => void askAndRemove(domain)}
        />
      </ListCard>
      {isAdding && (
        <AddDialog
          add={(body) => add.mutateAsync({ params, body })}
          onClose={() => setAdding(false)}
          example="intranet.example.com"
        />
      )}
    </>
  );
}
