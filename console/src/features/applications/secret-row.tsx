import { Menu } from '@mantine/core';
import { type Application, type ApplicationSecret, applicationsApi } from '@postern/contracts/applications';
import { IconAlertCircle, IconClock, IconDots, IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { CopyButton } from '#platform/ui/copy-button.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './applications.module.css';

const soon = 14 * 86_400_000;

export function SecretRow({ secret, onRename }: { secret: ApplicationSecret; onRename: () => void }) {
  const { t } = useTranslation();
  const { name, value, applicationId, expiresAt } = secret;
  const remove = useWrite(applicationsApi.removeSecret, {
    onDone: () => showSuccess(t('applications.secrets.deleted')),
  });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('applications.secrets.deleteTitle', { name }),
      body: t('applications.secrets.deleteBody'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { id: applicationId, name } });
    }
  };
  return (
    <Row name={name} value={value} expiresAt={expiresAt}>
      <Menu.Item leftSection={<IconPencil size={18} stroke={1.5} />} onClick={onRename}>
        {t('applications.secrets.rename')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void ask()}>
        {t('actions.delete')}
      </Menu.Item>
    </Row>
  );
}

/** The secret that older releases kept in the application itself; it can only be retired. */
export function LegacySecretRow({ application }: { application: Application }) {
  const { t } = useTranslation();
  const retire = useWrite(applicationsApi.replaceLegacySecret, {
    onDone: () => showSuccess(t('applications.secrets.legacyRemoved')),
  });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('applications.secrets.legacyTitle'),
      body: t('applications.secrets.legacyBody'),
      confirm: t('applications.secrets.legacyAction'),
      danger: true,
    });
    if (confirmed) {
      retire.mutate({ params: { id: application.id } });
    }
  };
  return (
    <Row name={t('applications.secrets.legacy')} value={application.secret} expiresAt={null}>
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void ask()}>
        {t('applications.secrets.legacyAction')}
      </Menu.Item>
    </Row>
  );
}

type RowProps = { name: string; value: string; expiresAt: number | null; children: ReactNode };

function Row({ name, value, expiresAt, children }: RowProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const expired = expiresAt !== null && expiresAt <= Date.now();
  return (
    <tr>
      <td>
        <div className={`${classes.secretName} truncate`} title={name}>
          {name}
        </div>
      </td>
      <td>
        <div className={classes.secretValue}>
          <code className="truncate" data-off={expired || undefined}>
            {shown ? value : `••••••••••${value.slice(-4)}`}
          </code>
          {!expired && (
            <>
              <IconButton
                label={t(shown ? 'applications.secrets.hide' : 'applications.secrets.show', { name })}
                size="small"
                onClick={() => setShown(!shown)}
              >
                {shown ? (
                  <IconEyeOff size={16} stroke={1.5} aria-hidden />
                ) : (
                  <IconEye size={16} stroke={1.5} aria-hidden />
                )}
              </IconButton>
              <CopyButton value={value} label={t('applications.secrets.copy', { name })} />
            </>
          )}
        </div>
      </td>
      <td>
        <Expiry expiresAt={expiresAt} />
      </td>
      <td className={classes.secretMenu}>
        <Menu>
          <Menu.Target>
            <IconButton label={t('actions.moreFor', { name })} size="small" tooltip={false}>
              <IconDots size={18} stroke={1.5} aria-hidden />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>{children}</Menu.Dropdown>
        </Menu>
      </td>
    </tr>
  );
}

function Expiry({ expiresAt }: { expiresAt: number | null }) {
  const { t } = useTranslation();
  const { date, relative } = useFormat();
  if (expiresAt === null) {
    return t('applications.secrets.never');
  }
  const left = expiresAt - Date.now();
  if (left <= 0) {
    return (
      <Tag tone="danger" icon={IconAlertCircle}>
        {t('applications.secrets.expired', { date: date(expiresAt) })}
      </Tag>
    );
  }
  const when = relative(expiresAt);
  return left < soon ? (
    <Tag tone="warning" icon={IconClock}>
      {when.charAt(0).toLocaleUpperCase() + when.slice(1)}
    </Tag>
  ) : (
    <span className="tabular">{date(expiresAt)}</span>
  );
}
