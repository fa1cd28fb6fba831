import { CreateWebhook, type Webhook, WebhookConfig, WebhookEvent } from '@postern/contracts/records/webhooks';
import i18next from 'i18next';
import { z } from 'zod';
import { eventsOf } from './event-groups.ts';

const Address = z
  .string()
  .trim()
  .min(1)
  .refine((url) => WebhookConfig.shape.url.safeParse(url).success, { error: () => i18next.t('fields.webUrl') });

/** Name, events and endpoint, validated the same in all forms. */
export const webhookFields = {
  name: z.string().trim().pipe(CreateWebhook.shape.name.unwrap()),
  events: z.array(WebhookEvent).refine((events) => events.length > 0, {
    error: () => i18next.t('webhooks.fields.eventsMissing'),
  }),
  url: Address,
};

const isHeader = (name: string, value: string) => WebhookConfig.shape.headers.safeParse({ [name]: value }).success;

const Header = z.object({ name: z.string().trim(), value: z.string().trim() });

/** A name needs a value and the other way round. Empty rows are ignored. */
const Headers = z.array(Header).check(({ value: rows, issues }) => {
  const names = rows.map(({ name }) => name.toLowerCase());
  const report = (row: number, field: 'name' | 'value', message: string) =>
    issues.push({ code: 'custom', path: [row, field], message, input: rows });
  rows.forEach(({ name, value }, row) => {
    if (name === '' && value !== '') {
      report(row, 'name', i18next.t('webhooks.headers.nameMissing'));
    } else if (name !== '' && value === '') {
      report(row, 'value', i18next.t('webhooks.headers.valueMissing'));
    } else if (name !== '' && names.indexOf(name.toLowerCase()) < row) {
      report(row, 'name', i18next.t('webhooks.headers.duplicate'));
    } else if (name !== '' && !isHeader(name, 'x')) {
      report(row, 'name', i18next.t('webhooks.headers.wrongName'));
    } else if (name !== '' && !isHeader(name, value)) {
      report(row, 'value', i18next.t('webhooks.headers.wrongValue'));
    }
  });
});

export const SettingsForm = z.object({ ...webhookFields, headers: Headers, enabled: z.boolean() });
export type SettingsValues = z.input<typeof SettingsForm>;
export type SettingsOutput = z.output<typeof SettingsForm>;

export const valuesOf = ({ name, config, enabled, ...hook }: Webhook): SettingsValues => ({
  name,
  events: eventsOf(hook),
  url: config.url,
  headers: Object.entries(config.headers ?? {}).map(([header, value]) => ({ name: header, value })),
  enabled,
});

/** The deprecated number of retries is kept as it is. */
export function bodyOf({ name, events, url, headers, enabled }: SettingsOutput, { config }: Webhook) {
  const given = headers.filter((header) => header.name !== '');
  return {
    name,
    events,
    enabled,
    config: {
      url,
      ...(given.length > 0 ? { headers: Object.fromEntries(given.map((header) => [header.name, header.value])) } : {}),
      ...(config.retries === undefined ? {} : { retries: config.retries }),
    },
  };
}

const fields: Record<string, 'name' | 'events' | 'url' | undefined> = {
  name: 'name',
  events: 'events',
  'config.url': 'url',
};

/** Where errors of the server are shown. */
export const landing = { codes: { 'hook.missing_events': 'events' }, field: (path: string) => fields[path] } as const;
