import { Button } from '@mantine/core';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { type EmailTemplate, emailTemplatesApi } from '@postern/contracts/messages/email-templates';
import { IconInfoCircle, IconPlus, IconTrash } from '@tabler/icons-react';
import { Trans, useTranslation } from 'react-i18next';
import { isHosted } from '#features/messages/connectors/shared/is-hosted.ts';
import { passwordlessConnectorsPath } from '#paths/connectors.ts';
import { createEmailTemplatePath, emailTemplatePath } from '#paths/email-templates.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { CardTable } from '#platform/detail/card-table.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { useDeleteLanguage, useDeleteTemplate } from './delete.ts';
import classes from './email-templates.module.css';
import { nameLanguage } from './name-language.ts';

/** One card per language, one row per purpose. */
export function ListPage() {
  const { t } = useTranslation();
  const read = useRead(emailTemplatesApi.list, { query: {} });
  const languages = read.data && Object.entries(Object.groupBy(read.data, ({ languageTag }) => languageTag));
  const create = (
    <Button
      component={PageLink}
      to={createEmailTemplatePath}
      leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
    >
      {t('emailTemplates.create')}
    </Button>
  );
  return (
    <PageBody busy={read.isPending}>
      <Breadcrumb
        parents={[{ to: passwordlessConnectorsPath, label: t('nav.connectors') }]}
        current={t('nav.emailTemplates')}
      />
      <PageHeader
        title={t('nav.emailTemplates')}
        purpose={t('emailTemplates.purpose')}
        actions={languages && languages.length > 0 && create}
      />
      <HostedNotice />
      {read.error && !languages ? (
        <LoadFailed error={read.error} retry={read.refetch} />
      ) : languages?.length === 0 ? (
        <div className={classes.empty}>
          <EmptyState
            art={<EmptyArt />}
            title={t('emailTemplates.emptyTitle')}
            body={t('emailTemplates.emptyBody')}
            actions={create}
          />
        </div>
      ) : (
        <Cards>
          {languages?.map(([tag, templates = []]) => <LanguageCard key={tag} tag={tag} templates={templates} />) ?? (
            <Skeleton width="100%" height={160} />
          )}
        </Cards>
      )}
    </PageBody>
  );
}

/** The service of the operator sends its own texts. */
function HostedNotice() {
  const { t } = useTranslation();
  const { data } = useRead(connectorsApi.list, { query: {} }, { quiet: true });
  return (
    data?.some(isHosted) && (
      <div className={classes.notice}>
        <Notice tone="info" icon={IconInfoCircle} title={t('emailTemplates.hosted.title')}>
          <Trans
            t={t}
            i18nKey="emailTemplates.hosted.body"
            components={{ to: <PageLink className="link" to={passwordlessConnectorsPath} /> }}
          />
        </Notice>
      </div>
    )
  );
}

function LanguageCard({ tag, templates }: { tag: string; templates: readonly EmailTemplate[] }) {
  const { t, i18n } = useTranslation();
  const removeLanguage = useDeleteLanguage();
  const remove = useDeleteTemplate();
  const name = nameLanguage(tag, i18n.language);
  return (
    <ListCard
      title={name}
      help={t('emailTemplates.languageHelp', { count: templates.length })}
      action={
        <div className={classes.actions}>
          <Button
            component={PageLink}
            to={createEmailTemplatePath}
            search={{ language: tag }}
            variant="default"
            size="xs"
            aria-label={t('emailTemplates.addTo', { language: name })}
          >
            {t('emailTemplates.add')}
          </Button>
          <Button
            variant="danger"
            size="xs"
            aria-label={t('emailTemplates.deleteLanguageWhat', { language: name })}
            onClick={() => void removeLanguage(tag, name, templates.length)}
          >
            {t('emailTemplates.deleteLanguage')}
          </Button>
        </div>
      }
    >
      <CardTable
        label={name}
        rows={templates}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'purpose',
            title: t('emailTemplates.columns.purpose'),
            width: '36%',
            cell: ({ id, templateType }) => (
              <PageLink className={classes.link} to={emailTemplatePath} params={{ id }}>
                {t(`emailTemplates.types.${templateType}`)}
              </PageLink>
            ),
          },
          { id: 'subject', title: t('emailTemplates.columns.subject'), cell: ({ details }) => details.subject },
          {
            id: 'format',
            title: t('emailTemplates.columns.format'),
            width: '120px',
            cell: ({ details }) => t(`emailTemplates.formats.${details.contentType ?? 'text/html'}`),
          },
        ]}
        menu={(template) => (
          <IconButton
            label={t('emailTemplates.deleteWhat', { purpose: t(`emailTemplates.types.${template.templateType}`) })}
            size="small"
            onClick={() => void remove(template)}
          >
            <IconTrash size={18} stroke={1.5} aria-hidden />
          </IconButton>
        )}
      />
    </ListCard>
  );
}
