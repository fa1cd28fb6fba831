import { Button } from '@mantine/core';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { tokenPreviewApi } from '@postern/contracts/access/token-preview';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applicationPath } from '#paths/applications.ts';
import { failureMessage } from '#platform/client/show-failure.ts';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SearchSelect } from '#platform/form/search-select.tsx';
import { containing } from '#platform/list/containing.ts';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { identifierOf, nameOf } from '#platform/person.ts';
import { usePathParams } from '#platform/router/links.ts';
import type { SearchParams } from '#platform/router/page-path.ts';
import classes from './applications.module.css';
import { signsPeopleIn } from './kinds.ts';
import { TokenResult, TokenResultSkeleton } from './token-result.tsx';

/** The token request. Kept in the URL, so the result can be shared as a link. */
type Question = { userId?: string; resource?: string; organizationId?: string };

export function TokenTab() {
  const { id } = usePathParams(applicationPath);
  const { data: application } = useRead(applicationsApi.get, { params: { id } });
  return <Cards>{application ? <TokenPreview application={application} /> : <FormCardSkeleton fields={3} />}</Cards>;
}

function TokenPreview({ application }: { application: Application }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { userId, resource, organizationId }: Question = useSearch({ strict: false });
  const ask = (part: Question) =>
    void navigate({ to: '.', search: (current: SearchParams) => ({ ...current, ...part }), replace: true });
  const forPerson = signsPeopleIn(application.type);
  const isComplete = forPerson ? userId !== undefined : resource !== undefined || organizationId !== undefined;
  return (
    <>
      <FormCard title={t('applications.token.title')} help={t('applications.token.help')}>
        {forPerson && <UserChoice value={userId} onChange={(next) => ask({ userId: next })} />}
        <ResourceChoice value={resource} onChange={(next) => ask({ resource: next })} optional />
        <OrganizationChoice value={organizationId} onChange={(next) => ask({ organizationId: next })} />
      </FormCard>
      {isComplete ? (
        <Answer
          application={application}
          question={{ userId: forPerson ? userId : undefined, resource, organizationId }}
        />
      ) : (
        <section className={classes.panel}>
          <EmptyState
            title={t(forPerson ? 'applications.token.noPersonTitle' : 'applications.token.noResourceTitle')}
            body={t(forPerson ? 'applications.token.noPersonBody' : 'applications.token.noResourceBody')}
          />
        </section>
      )}
    </>
  );
}

function Answer({ application, question }: { application: Application; question: Question }) {
  const { t } = useTranslation();
  // Never cached: roles may have changed since the last look.
  const read = useRead(
    tokenPreviewApi.get,
    { params: { id: application.id }, query: question },
    { quiet: true, keep: true, staleTime: 0 },
  );
  if (read.error) {
    return (
      <section className={classes.panel}>
        <EmptyState
          alert
          title={t('applications.token.failedTitle')}
          body={failureMessage(read.error)}
          actions={
            <Button variant="default" size="xs" onClick={() => void read.refetch()}>
              {t('actions.tryAgain')}
            </Button>
          }
        />
      </section>
    );
  }
  return read.data ? (
    <TokenResult application={application} preview={read.data} isStale={read.isPlaceholderData} />
  ) : (
    <TokenResultSkeleton />
  );
}

type ChoiceProps = { value: string | undefined; onChange: (value: string | undefined) => void };

/** Selects a user by any identifier. */
function UserChoice({ value, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const query = { search: search === '' ? undefined : containing(search), page: '1', page_size: '20' };
  const found = useReadPage(usersApi.list, { query }, { quiet: true });
  const known = found.data?.items.find(({ id }) => id === value);
  const read = useRead(
    usersApi.get,
    { params: { userId: value ?? '' } },
    { enabled: value !== undefined && !known, quiet: true },
  );
  const chosen = known ?? (value === undefined ? undefined : read.data);
  return (
    <SearchSelect
      label={t('applications.token.person')}
      placeholder={t('applications.token.personPlaceholder')}
      chosen={
        value === undefined
          ? undefined
          : { value, label: chosen ? nameOf(chosen) : value, note: chosen && identifierOf(chosen) }
      }
      onChoose={onChange}
      found={found.data?.items.map((user) => ({ value: user.id, label: nameOf(user), note: identifierOf(user) }))}
      error={found.error}
      onSearch={setSearch}
    />
  );
}

/** Selects an API resource by its indicator, as tokens name it. */
function ResourceChoice({ value, onChange, optional }: ChoiceProps & { optional?: boolean }) {
  const { t } = useTranslation();
  const read = useRead(resourcesApi.list, {}, { quiet: true });
  const chosen = read.data?.find(({ indicator }) => indicator === value);
  return (
    <SearchSelect
      label={t('applications.token.resource')}
      placeholder={t('applications.token.resourcePlaceholder')}
      help={t('applications.token.resourceHelp')}
      optional={optional}
      chosen={value === undefined ? undefined : { value, label: chosen?.name ?? value, note: chosen?.indicator }}
      onChoose={onChange}
      found={read.data?.map(({ indicator, name }) => ({ value: indicator, label: name, note: indicator }))}
      error={read.error}
    />
  );
}

/** Selects an organization by name or id. */
function OrganizationChoice({ value, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const query = { q: search || undefined, page: '1', page_size: '20' };
  const found = useReadPage(organizationsApi.list, { query }, { quiet: true });
  const known = found.data?.items.find(({ id }) => id === value);
  const read = useRead(
    organizationsApi.get,
    { params: { id: value ?? '' } },
    { enabled: value !== undefined && !known, quiet: true },
  );
  const chosen = known ?? (value === undefined ? undefined : read.data);
  return (
    <SearchSelect
      label={t('applications.token.organization')}
      placeholder={t('applications.token.organizationPlaceholder')}
      help={t('applications.token.organizationHelp')}
      optional
      chosen={value === undefined ? undefined : { value, label: chosen?.name ?? value, note: chosen && value }}
      onChoose={onChange}
      found={found.data?.items.map(({ id, name }) => ({ value: id, label: name, note: id }))}
      error={found.error}
      onSearch={setSearch}
    />
  );
}
