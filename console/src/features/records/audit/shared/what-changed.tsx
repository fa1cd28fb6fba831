import { type Log, LogChanges, logReferences } from '@postern/contracts/records/audit';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type CardColumn, CardTable } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import classes from '../audit.module.css';
import type auditPhrases from '../phrases.en.json';
import { entityName } from './event-title.ts';

/** What a row says about a field: from which value to which. */
type Change = { field: string; before: string; after: string };

const isIn = <Table extends object>(table: Table, name: string): name is keyof Table & string =>
  Object.hasOwn(table, name);

type Fields = (typeof auditPhrases)['fields'];

const fields: Record<keyof Fields, true> = {
  accessTokenTtl: true,
  avatar: true,
  branding: true,
  color: true,
  config: true,
  connectorName: true,
  corsAllowedOrigins: true,
  customCss: true,
  customData: true,
  description: true,
  domains: true,
  enabled: true,
  events: true,
  indicator: true,
  isDefault: true,
  isMfaRequired: true,
  isSuspended: true,
  isThirdParty: true,
  mfa: true,
  name: true,
  password: true,
  passwordPolicy: true,
  postLogoutRedirectUris: true,
  primaryEmail: true,
  primaryPhone: true,
  profile: true,
  redirectUris: true,
  signIn: true,
  signInMode: true,
  signUp: true,
  syncProfile: true,
  type: true,
  username: true,
};

/** The field in words; otherwise as the API calls it. */
function fieldName(t: TFunction, path: string): string {
  const [first = path, ...rest] = path.split('.');
  const last = rest.at(-1) ?? first;
  if (isIn(fields, last)) {
    return t(`audit.fields.${last}`);
  }
  return isIn(fields, first) ? `${t(`audit.fields.${first}`)}: ${rest.join('.')}` : path;
}

/** A value in words. Objects are rare, and shown as the API has them. */
function valueText(t: TFunction, value: unknown): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return t('audit.what.empty');
  }
  if (typeof value === 'boolean') {
    return t(value ? 'audit.what.yes' : 'audit.what.no');
  }
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function changedFields(t: TFunction, { payload }: Log): Change[] {
  const changes = LogChanges.safeParse(payload.changes).data;
  if (changes) {
    return Object.entries(changes).map(([field, change]) => {
      const isRecorded = 'before' in change || 'after' in change;
      return {
        field: fieldName(t, field),
        before: isRecorded ? valueText(t, change.before) : t('audit.what.hidden'),
        after: isRecorded ? valueText(t, change.after) : t('audit.what.hidden'),
      };
    });
  }
  // Entries of earlier releases, and changes of several parts, have the names only.
  const names = Array.isArray(payload.fields) ? payload.fields.filter((one) => typeof one === 'string') : [];
  return names.map((field) => ({
    field: fieldName(t, field),
    before: t('audit.what.hidden'),
    after: t('audit.what.hidden'),
  }));
}

const verbs = { added: 'audit.what.added', removed: 'audit.what.removed' } as const;
const holderLists = { added: 'added', removed: 'removed', roles: 'set' } as const;

const stringsOf = (value: unknown) => [value].flat().filter((one) => typeof one === 'string');

/** Members, roles and permissions that were added or removed. */
function changedLists(t: TFunction, { key, payload, names = {} }: Log): Change[] {
  const nameOf = (id: string) => names[id] ?? id.slice(0, 8);
  const row = (label: string, ids: string[], isRemoved: boolean): Change[] => {
    const list = ids.map(nameOf).join(', ');
    return ids.length === 0 ? [] : [{ field: label, before: isRemoved ? list : '', after: isRemoved ? '' : list }];
  };
  const ofReferences = Object.entries(logReferences).flatMap(([field, kind]) => {
    const verb = field.startsWith('added') ? 'added' : field.startsWith('removed') ? 'removed' : undefined;
    return verb
      ? row(t(verbs[verb], { kind: entityName(t, kind) }), stringsOf(payload[field]), verb === 'removed')
      : [];
  });
  const ofHolders =
    key.endsWith('.Roles.Updated') && !key.startsWith('Organization.')
      ? Object.entries(holderLists).flatMap(([field, verb]) => {
          const label = verb === 'set' ? t('audit.entities.Role') : t(verbs[verb], { kind: t('audit.entities.Role') });
          return row(label, stringsOf(payload[field]), verb === 'removed');
        })
      : [];
  const ofDomains = (['added', 'removed'] as const).flatMap((verb) =>
    stringsOf(payload[`${verb}EmailDomains`]).length === 0
      ? []
      : row(
          t(verbs[verb], { kind: t('audit.what.emailDomain') }),
          stringsOf(payload[`${verb}EmailDomains`]),
          verb === 'removed',
        ),
  );
  const ofMembers =
    key === 'Organization.Roles.Updated'
      ? [
          ...row(t('audit.entities.User'), stringsOf(payload.userIds), false),
          ...row(t('audit.entities.Application'), stringsOf(payload.applicationIds), false),
        ]
      : [];
  return [...ofMembers, ...ofReferences, ...ofHolders, ...ofDomains];
}

/** What a change changed, in words. Nothing for other entries. */
export function WhatChanged({ log }: { log: Log }) {
  const { t } = useTranslation();
  const rows = [...changedFields(t, log), ...changedLists(t, log)];
  if (rows.length === 0) {
    return null;
  }
  const cell = (text: string) => <span className={classes.value}>{text || '–'}</span>;
  const columns: CardColumn<Change>[] = [
    { id: 'field', title: t('audit.what.field'), cell: ({ field }) => field },
    { id: 'before', title: t('audit.what.before'), isLabeled: true, cell: ({ before }) => cell(before) },
    { id: 'after', title: t('audit.what.after'), isLabeled: true, cell: ({ after }) => cell(after) },
  ];
  return (
    <ListCard title={t('audit.what.title')} help={t('audit.what.help')}>
      <CardTable label={t('audit.what.title')} columns={columns} rows={rows} rowKey={({ field }) => field} />
    </ListCard>
  );
}
