import { Button } from '@mantine/core';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { tokenPreviewApi } from '@postern/contracts/access/token-preview';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { applicationPath } from '#paths/applications.ts';
import { failureMessage } from '#platform/client/show-failure.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { usePathParams } from '#platform/router/links.ts';
import type { SearchParams } from '#platform/router/page-path.ts';
import classes from './applications.module.css';
import { signsPeopleIn } from './kinds.ts';
import { OrganizationChoice, ResourceChoice, UserChoice } from './token-choice.tsx';
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
