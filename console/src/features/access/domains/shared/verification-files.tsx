import { Button, Menu } from '@mantine/core';
import {
  type Domain,
  domainsApi,
  maxVerificationFiles,
  type VerificationFile,
} from '@postern/contracts/access/domains';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { type CardColumn, CardTable } from '#platform/detail/card-table.tsx';
import { ReadFailed } from '#platform/detail/token-parts.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { isReadOnly } from '#platform/session/read-only.ts';
import { CopyButton } from '#platform/ui/copy-button.tsx';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import classes from '../domains.module.css';
import { FileDialog } from './file-dialog.tsx';

/** The files that a domain serves for other services, with what it takes to change them. */
export function VerificationFiles({ domain: { id, domain } }: { domain: Pick<Domain, 'id' | 'domain'> }) {
  const { t } = useTranslation();
  const read = useRead(domainsApi.listFiles, { params: { id } }, { quiet: true });
  const replace = useWrite(domainsApi.replaceFiles, { quiet: true });
  const remove = useWrite(domainsApi.replaceFiles, { onDone: () => showSuccess(t('domains.files.removed')) });
  const [edited, setEdited] = useState<VerificationFile | 'new'>();
  const columns = useColumns(domain);
  const files = read.data ?? [];
  const without = ({ path }: VerificationFile) => files.filter((file) => file.path !== path);

  async function save(file: VerificationFile) {
    const kept = edited && edited !== 'new' ? without(edited) : files;
    await replace.mutateAsync({ params: { id }, body: { verificationFiles: [...kept, file] } });
  }

  async function askToRemove(file: VerificationFile) {
    const confirmed = await confirm({
      title: t('domains.files.removeTitle', { path: file.path }),
      body: t('domains.files.removeBody'),
      confirm: t('domains.files.remove'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { id }, body: { verificationFiles: without(file) } });
    }
  }

  return (
    <div className={classes.files}>
      <div className={classes.head}>
        <h4 className={classes.filesTitle}>{t('domains.files.title')}</h4>
        {!isReadOnly() && read.data && files.length < maxVerificationFiles && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {t('domains.files.add')}
          </Button>
        )}
      </div>
      <p className={classes.text}>{t('domains.files.help')}</p>
      {read.error && !read.data ? (
        <ReadFailed {...read} />
      ) : (
        (!read.data || files.length > 0) && (
          <CardTable
            label={t('domains.files.of', { name: domain })}
            columns={columns}
            rows={read.data}
            rowKey={({ path }) => path}
            menu={(file) => (
              <MoreMenu name={file.path}>
                <Menu.Item leftSection={<IconPencil size={18} stroke={1.5} />} onClick={() => setEdited(file)}>
                  {t('domains.files.edit')}
                </Menu.Item>
                <Menu.Item
                  data-danger
                  leftSection={<IconTrash size={18} stroke={1.5} />}
                  onClick={() => void askToRemove(file)}
                >
                  {t('domains.files.remove')}
                </Menu.Item>
              </MoreMenu>
            )}
          />
        )
      )}
      {edited && (
        <FileDialog
          file={edited === 'new' ? undefined : edited}
          taken={(edited === 'new' ? files : without(edited)).map(({ path }) => path)}
          save={save}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}

function useColumns(domain: string): CardColumn<VerificationFile>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'path',
      title: t('domains.files.path'),
      cell: ({ path }) => (
        <span className={classes.copied}>
          <code>{path}</code>
          <CopyButton value={`https://${domain}${path}`} label={t('domains.files.copyAddress')} />
        </span>
      ),
    },
    {
      id: 'type',
      title: t('domains.files.contentType'),
      width: '184px',
      cell: ({ contentType }) => <code>{contentType}</code>,
    },
  ];
}
