import { Select } from '@mantine/core';
import { accountFieldAccess } from '@postern/contracts/experience/account-center';
import type { Connector } from '@postern/contracts/messages/connectors';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { sayIn } from '#features/messages/connectors/shared/say-in.ts';
import { connectorPath, createConnectorPath, socialConnectorsPath } from '#paths/connectors.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { FormCard } from '#platform/detail/form-card.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { useReadView } from '#platform/form/read-view.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import type { Connected } from '../shared/connected.ts';
import { ConnectorNotice } from '../shared/connector-notice.tsx';
import { useExperience } from '../shared/experience-form.ts';
import classes from '../sign-in-methods.module.css';
import type { AccountField, CenterValues } from './center-form.ts';

type AccessRowsProps = {
  control: Control<CenterValues>;
  /** Shown above the rows if a card has several groups. */
  title?: string;
  fields: readonly AccountField[];
  disabled: boolean;
};

/** Access to parts of the account, one per row. */
export function AccessRows({ control, title, fields, disabled }: AccessRowsProps) {
  return (
    <div>
      {title && <h3 className={classes.groupTitle}>{title}</h3>}
      <div className={classes.accessRows}>
        {fields.map((field) => (
          <AccessRow key={field} control={control} field={field} disabled={disabled} />
        ))}
      </div>
    </div>
  );
}

type AccessRowProps = { control: Control<CenterValues>; field: AccountField; disabled: boolean };

const hints = ['profile', 'customData', 'session'] as const;
const hasHint = (field: AccountField): field is (typeof hints)[number] => hints.some((one) => one === field);

function AccessRow({ control, field: name, disabled }: AccessRowProps) {
  const { t } = useTranslation();
  const { field } = useController({ control, name: `fields.${name}` });
  const label = t(`accountCenter.fields.${name}`);
  const isRead = useReadView();
  // While the switch is off, all rows show Off; their values return with the switch.
  const shown = disabled ? 'Off' : field.value;
  return (
    <div className={classes.accessRow}>
      <div>
        <div>{label}</div>
        {hasHint(name) && <p className={classes.note}>{t(`accountCenter.hints.${name}`)}</p>}
      </div>
      {isRead ? (
        <span>{t(`accountCenter.access.${shown}`)}</span>
      ) : (
        <Select
          ref={field.ref}
          aria-label={t('accountCenter.accessOf', { field: label })}
          data={accountFieldAccess.map((value) => ({ value, label: t(`accountCenter.access.${value}`) }))}
          value={shown}
          onChange={(value) => value !== null && field.onChange(value)}
          onBlur={field.onBlur}
          disabled={disabled}
          allowDeselect={false}
          w={140}
          comboboxProps={{ transitionProps: { transition: 'fade', duration: 120 } }}
        />
      )}
    </div>
  );
}

/** The connectors that store provider tokens; each is enabled in its own settings. */
export function VaultCard({ connectors }: { connectors: readonly Connector[] }) {
  const { t, i18n } = useTranslation();
  const keeping = connectors.filter(({ enableTokenStorage }) => enableTokenStorage);
  return (
    <FormCard
      title={t('accountCenter.vault.title')}
      help={t('accountCenter.vault.help')}
      link={
        <PageLink className="link" to={socialConnectorsPath}>
          {t('accountCenter.vault.open')}
        </PageLink>
      }
    >
      {keeping.length === 0 ? (
        <CardTableNote>{t('accountCenter.vault.none')}</CardTableNote>
      ) : (
        <CardTable
          label={t('accountCenter.vault.list')}
          rows={keeping}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'connector',
              title: t('accountCenter.vault.columns.connector'),
              cell: ({ id, name }) => (
                <PageLink className="link" to={connectorPath} params={{ tab: 'social', connectorId: id }}>
                  {sayIn(name, i18n.language)}
                </PageLink>
              ),
            },
            {
              id: 'target',
              title: t('accountCenter.vault.columns.target'),
              cell: ({ target }) => <code>{target}</code>,
            },
          ]}
        />
      )}
    </FormCard>
  );
}

type MissingNoticesProps = { fields: CenterValues['fields']; connected: Connected };

/** Fields that are enabled but cannot work. */
export function MissingNotices({ fields, connected }: MissingNoticesProps) {
  const { t } = useTranslation();
  const { mfa } = useExperience();
  const isOn = (field: keyof typeof fields) => fields[field] !== 'Off';
  return (
    <>
      {(['email', 'phone'] as const)
        .filter((kind) => isOn(kind) && !connected.connectors[kind])
        .map((kind) => (
          <ConnectorNotice key={kind} kind={kind}>
            {t(`accountCenter.missing.${kind}`)}
          </ConnectorNotice>
        ))}
      {isOn('social') && connected.social.length === 0 && (
        <Notice tone="warning" icon={IconAlertTriangle} title={t('accountCenter.missing.socialTitle')}>
          {t('accountCenter.missing.social')}
          <span className={classes.links}>
            <PageLink className="link" to={createConnectorPath} params={{ tab: 'social', createType: 'social' }}>
              {t('accountCenter.missing.setUpSocial')}
            </PageLink>
          </span>
        </Notice>
      )}
      {isOn('mfa') && mfa.factors.length === 0 && (
        <Notice tone="warning" icon={IconAlertTriangle} title={t('accountCenter.missing.mfaTitle')}>
          {t('accountCenter.missing.mfa')}
        </Notice>
      )}
    </>
  );
}
