import type { Application } from '@postern/contracts/access/applications';
import type { PreviewedScope, TokenPreview } from '@postern/contracts/access/token-preview';
import { IconCircleCheck, IconCircleDashed, IconForbid2 } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { applicationPermissionsPath } from '#paths/applications.ts';
import { rolePermissionsPath } from '#paths/roles.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './applications.module.css';

type TokenResultProps = { application: Application; preview: TokenPreview; isStale: boolean };

/** Properties of the token, and each scope with its reason. */
export function TokenResult({ application, preview, isStale }: TokenResultProps) {
  const { t } = useTranslation();
  const granted = preview.scopes.filter(({ isGranted }) => isGranted).length;
  return (
    <div className={classes.result} data-stale={isStale || undefined} aria-busy={isStale}>
      <ListCard
        title={t('applications.token.resultTitle')}
        help={
          preview.refusal
            ? t('applications.token.refusedSummary')
            : t('applications.token.summary', { granted, count: preview.scopes.length })
        }
      >
        {preview.refusal && (
          <Notice tone="danger" icon={IconForbid2} title={t('applications.token.refused')}>
            {t(`applications.token.refusals.${preview.refusal}`)}
          </Notice>
        )}
        <KeyValues rows={useFacts(preview)} />
        <Scopes application={application} scopes={preview.scopes} />
      </ListCard>
    </div>
  );
}

function useFacts({ audience, format, expiresIn }: TokenPreview) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  return [
    {
      label: t('applications.token.audience'),
      value: audience ?? t('applications.token.noAudience'),
      plain: !audience,
    },
    { label: t('applications.token.format'), value: t(`applications.token.formats.${format}`), plain: true },
    { label: t('applications.token.lifetime'), value: duration(expiresIn), plain: true },
  ];
}

function Scopes({ application, scopes }: { application: Application; scopes: readonly PreviewedScope[] }) {
  const { t } = useTranslation();
  if (scopes.length === 0) {
    return <CardTableNote>{t('applications.token.noScopes')}</CardTableNote>;
  }
  return (
    <CardTable
      label={t('applications.token.scopes')}
      rows={scopes}
      rowKey={({ name }) => name}
      textOf={({ name, description }) => [name, description].join(' ')}
      columns={[
        {
          id: 'scope',
          title: t('applications.token.scope'),
          width: '34%',
          cell: ({ name, description }) => (
            <>
              <code>{name}</code>
              {description && <div className={classes.about}>{description}</div>}
            </>
          ),
        },
        {
          id: 'result',
          title: t('applications.token.result'),
          width: '130px',
          cell: ({ isGranted }) =>
            isGranted ? (
              <Tag tone="success" icon={IconCircleCheck}>
                {t('applications.token.granted')}
              </Tag>
            ) : (
              <Tag icon={IconCircleDashed}>{t('applications.token.missing')}</Tag>
            ),
        },
        {
          id: 'why',
          title: t('applications.token.why'),
          cell: (scope) => <TokenReason application={application} scope={scope} />,
        },
      ]}
    />
  );
}

export function TokenResultSkeleton() {
  const { t } = useTranslation();
  return (
    <ListCard title={t('applications.token.resultTitle')} help={t('states.loading')}>
      <KeyValues
        rows={[
          { label: t('applications.token.audience'), value: undefined },
          { label: t('applications.token.format'), value: undefined },
          { label: t('applications.token.lifetime'), value: undefined },
        ]}
      />
      <CardTable
        label={t('applications.token.scopes')}
        rows={undefined}
        rowKey={String}
        columns={[
          { id: 'scope', title: t('applications.token.scope'), width: '34%', cell: () => null },
          { id: 'result', title: t('applications.token.result'), width: '130px', cell: () => null },
          { id: 'why', title: t('applications.token.why'), cell: () => null },
        ]}
      />
    </ListCard>
  );
}

type Role = PreviewedScope['grantedBy'][number];

/** Explains why a token has a scope or not, with the roles that decide it. */
function TokenReason({ application, scope }: { application: Application; scope: PreviewedScope }) {
  const { t } = useTranslation();
  if (scope.missing === 'notConsentable') {
    return (
      <span className={classes.reason}>
        {t('applications.token.notConsentable')}{' '}
        <PageLink className="link" to={applicationPermissionsPath} params={{ id: application.id }}>
          {t('applications.token.toPermissions')}
        </PageLink>
      </span>
    );
  }
  if (scope.isGranted) {
    return (
      <span className={classes.reason}>
        {scope.grantedBy.length > 0 ? (
          <>
            {t('applications.token.grantedBy', { count: scope.grantedBy.length })} <Roles roles={scope.grantedBy} />
          </>
        ) : (
          t('applications.token.grantedToAll')
        )}
      </span>
    );
  }
  return (
    <span className={classes.reason}>
      {scope.wouldBeGrantedBy.length > 0 ? (
        <>
          {t('applications.token.wouldBeGrantedBy', { count: scope.wouldBeGrantedBy.length })}{' '}
          <Roles roles={scope.wouldBeGrantedBy} />
        </>
      ) : (
        t('applications.token.noRole')
      )}
    </span>
  );
}

function Roles({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation();
  return roles.map((role, index) => (
    <Fragment key={`${role.kind} ${role.id}`}>
      {index > 0 && ', '}
      {role.kind === 'role' ? (
        <PageLink className="link" to={rolePermissionsPath} params={{ id: role.id }}>
          {role.name}
        </PageLink>
      ) : (
        t('applications.token.organizationRole', { name: role.name })
      )}
    </Fragment>
  ));
}
