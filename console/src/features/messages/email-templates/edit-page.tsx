import { Menu } from '@mantine/core';
import { type EmailTemplate, emailTemplatesApi } from '@postern/contracts/messages/email-templates';
import { IconTemplate, IconTrash } from '@tabler/icons-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { passwordlessConnectorsPath } from '#paths/connectors.ts';
import { emailTemplatePath, emailTemplatesPath } from '#paths/email-templates.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSave } from '#platform/form/submit.ts';
import { PageBody } from '#platform/page/page-header.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { useDeleteTemplate } from './delete.ts';
import { nameLanguage } from './name-language.ts';
import { TemplateCards } from './template-cards.tsx';
import { landing, TemplateForm, templateBody, templateValues } from './template-form.ts';

const resolver = schemaResolver(TemplateForm);

export function EditPage() {
  const { t } = useTranslation();
  const { id } = usePathParams(emailTemplatePath);
  const read = useRead(emailTemplatesApi.get, { params: { id } });
  const template = read.data;
  if (read.error instanceof RequestError && read.error.status === 404) {
    return <NotFound wasOpen={read.isRefetchError} />;
  }
  return (
    <PageBody busy={!template && !read.error}>
      <Breadcrumb
        parents={[
          { to: passwordlessConnectorsPath, label: t('nav.connectors') },
          { to: emailTemplatesPath, label: t('nav.emailTemplates') },
        ]}
        current={template ? t(`emailTemplates.types.${template.templateType}`) : '…'}
      />
      {template && <Editor key={template.id} template={template} />}
      {!template &&
        (read.error ? (
          <LoadFailed error={read.error} retry={read.refetch} />
        ) : (
          <>
            <DetailHeaderSkeleton />
            <Cards>
              <FormCardSkeleton fields={3} />
            </Cards>
          </>
        ))}
    </PageBody>
  );
}

/** Language and purpose identify the template, so they cannot be changed. */
function Editor({ template }: { template: EmailTemplate }) {
  const { t, i18n } = useTranslation();
  const go = useGo();
  const form = useForm({ resolver, defaultValues: templateValues(template) });
  const write = useWrite(emailTemplatesApi.save, { quiet: true });
  const remove = useDeleteTemplate(() => go(emailTemplatesPath, {}, { force: true }));
  const save = useSave(
    form,
    async (values) => {
      await write.mutateAsync({ body: templateBody(values) });
      return values;
    },
    landing,
  );
  return (
    <>
      <DetailHeader
        image={<Tile icon={IconTemplate} large tint />}
        name={t(`emailTemplates.types.${template.templateType}`)}
        tags={<Tag>{nameLanguage(template.languageTag, i18n.language)}</Tag>}
        id={template.id}
        copyLabel={t('emailTemplates.copyId')}
        menu={
          <Menu.Item
            data-danger
            leftSection={<IconTrash size={18} stroke={1.5} />}
            onClick={() => void remove(template)}
          >
            {t('actions.delete')}
          </Menu.Item>
        }
      />
      <SettingsForm form={form} save={save}>
        <TemplateCards control={form.control} help={t('emailTemplates.message.help')} />
      </SettingsForm>
    </>
  );
}
