import { contentTypes } from '@postern/contracts/messages/email-templates';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { CodeField } from '#platform/form/code-field.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { MailFrame } from '#platform/mail/mail-frame.tsx';
import { CopyButton } from '#platform/ui/copy-button.tsx';
import classes from './email-templates.module.css';
import { fillSample, type Variable, variables } from './fill-sample.ts';
import type { TemplateValues } from './template-form.ts';

type CardProps = { control: Control<TemplateValues, unknown, TemplateValues> };

/** Content, variables and preview of a template. */
export function TemplateCards({ control, help }: CardProps & { help: string }) {
  const { t } = useTranslation();
  return (
    <>
      <FormCard title={t('emailTemplates.message.title')} help={help}>
        <TextField
          control={control}
          name="subject"
          label={t('emailTemplates.fields.subject')}
          placeholder={t('emailTemplates.fields.subjectPlaceholder', { code: '{{code}}' })}
        />
        <RadioCards
          control={control}
          name="contentType"
          label={t('emailTemplates.fields.format')}
          choices={contentTypes.map((value) => ({
            value,
            label: t(`emailTemplates.formats.${value}`),
            help: t(`emailTemplates.formatHelp.${value}`),
          }))}
          missing={t('fields.required')}
        />
        <CodeField control={control} name="content" label={t('emailTemplates.fields.content')} minRows={8} />
        <VariableList />
      </FormCard>
      <PreviewCard control={control} />
      <FormCard title={t('emailTemplates.addresses.title')} help={t('emailTemplates.addresses.help')}>
        <TextField
          control={control}
          name="sendFrom"
          label={t('emailTemplates.fields.sendFrom')}
          placeholder="Northwind <no-reply@example.com>"
          optional
        />
        <TextField
          control={control}
          name="replyTo"
          label={t('emailTemplates.fields.replyTo')}
          placeholder="support@example.com"
          optional
        />
      </FormCard>
    </>
  );
}

function VariableList() {
  const { t } = useTranslation();
  const about: Record<Variable, string> = {
    code: t('emailTemplates.variables.code'),
    link: t('emailTemplates.variables.link'),
    'application.name': t('emailTemplates.variables.application'),
    'user.name': t('emailTemplates.variables.user'),
    'organization.name': t('emailTemplates.variables.organization'),
  };
  return (
    <div>
      <h3 className={classes.variablesTitle}>{t('emailTemplates.variables.title')}</h3>
      <dl className={classes.variables}>
        {Object.entries(about).map(([name, text]) => (
          <div key={name}>
            <dt>
              <code>{`{{${name}}}`}</code>
              <CopyButton value={`{{${name}}}`} label={t('actions.copyWhat', { what: `{{${name}}}` })} size="chip" />
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.variablesHelp}>{t('emailTemplates.variables.help')}</p>
    </div>
  );
}

function PreviewCard({ control }: CardProps) {
  const { t } = useTranslation();
  const [subject, content, contentType] = useWatch({ control, name: ['subject', 'content', 'contentType'] });
  return (
    <FormCard title={t('emailTemplates.preview.title')} help={t('emailTemplates.preview.help', samples)}>
      <div>
        <p className={classes.previewSubject}>{fillSample(subject) || t('emailTemplates.preview.noSubject')}</p>
        <MailFrame title={t('emailTemplates.preview.title')} content={fillSample(content)} contentType={contentType} />
      </div>
    </FormCard>
  );
}

const samples = { code: variables.code };
