import type { Application } from '@postern/contracts/access/applications';
import type { PreviewedScope } from '@postern/contracts/access/token-preview';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { applicationPermissionsPath } from '#paths/applications.ts';
import { rolePermissionsPath } from '#paths/roles.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import classes from './applications.module.css';

type Role = PreviewedScope['grantedBy'][number];

/** Explains why a token has a scope or not, with the roles that decide it. */
export function TokenReason({ application, scope }: { application: Application; scope: PreviewedScope }) {
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
