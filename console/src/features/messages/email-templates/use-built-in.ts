import { emailTemplatesApi } from '@postern/contracts/messages/email-templates';
import { useEffect, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useRead } from '#platform/client/use-read.ts';
import type { TemplateValues } from './template-form.ts';

/** Fills a new template with the built-in message of its language, purpose and format, until a field is edited. */
export function useBuiltIn(form: UseFormReturn<TemplateValues, unknown, TemplateValues>): void {
  const [languageTag, templateType, contentType] = useWatch({
    control: form.control,
    name: ['languageTag', 'templateType', 'contentType'],
  });
  const { data } = useRead(
    emailTemplatesApi.builtIn,
    { query: { languageTag, templateType, contentType } },
    { quiet: true, staleTime: 300_000 },
  );
  const filled = useRef({ subject: '', content: '' });
  useEffect(() => {
    if (!data) {
      return;
    }
    for (const name of ['subject', 'content'] as const) {
      if (form.getValues(name) === filled.current[name]) {
        form.resetField(name, { defaultValue: data[name] });
      }
    }
    filled.current = data;
  }, [data, form]);
}
