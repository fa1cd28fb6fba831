import { Button, TextInput } from '@mantine/core';
import { type Application, applicationsApi, type OidcClientMetadata } from '@postern/contracts/access/applications';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { FieldError } from '#platform/form/field-error.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { isUsable } from './application-values.ts';
import classes from './guides.module.css';

export type Redirects = { redirectUri?: string; postSignOutUri?: string };

type RedirectFieldsProps = {
  application: Application;
  /** Values as typed; the samples use them once they are valid. */
  redirects: Redirects;
  onChange: (redirects: Redirects) => void;
};

/** The redirect URIs of the samples, each with a button that adds it to the application. */
export function RedirectFields({ application, redirects, onChange }: RedirectFieldsProps) {
  const { t } = useTranslation();
  const { id, oidcClientMetadata: oidc } = application;
  // One write at a time: both lists are in the same object, and the second write must include the first.
  const update = useWrite(applicationsApi.update);
  const addTo = (list: 'redirectUris' | 'postLogoutRedirectUris', uri: string) => {
    const oidcClientMetadata: OidcClientMetadata = { ...oidc, [list]: [...oidc[list], uri] };
    update.mutate({ params: { id }, body: { oidcClientMetadata } });
  };
  const { redirectUri, postSignOutUri } = redirects;
  return (
    <div className={classes.redirects}>
      {redirectUri !== undefined && (
        <RedirectField
          label={t('guides.redirectUri')}
          value={redirectUri}
          type={application.type}
          isAdded={oidc.redirectUris.includes(redirectUri)}
          isBusy={update.isPending}
          onChange={(value) => onChange({ ...redirects, redirectUri: value })}
          onAdd={() => addTo('redirectUris', redirectUri)}
        />
      )}
      {postSignOutUri !== undefined && (
        <RedirectField
          label={t('guides.postSignOutUri')}
          value={postSignOutUri}
          type={application.type}
          isAdded={oidc.postLogoutRedirectUris.includes(postSignOutUri)}
          isBusy={update.isPending}
          onChange={(value) => onChange({ ...redirects, postSignOutUri: value })}
          onAdd={() => addTo('postLogoutRedirectUris', postSignOutUri)}
        />
      )}
    </div>
  );
}

type RedirectFieldProps = {
  label: string;
  value: string;
  type: Application['type'];
  isAdded: boolean;
  isBusy: boolean;
  onChange: (value: string) => void;
  onAdd: () => void;
};

function RedirectField({ label, value, type, isAdded, isBusy, onChange, onAdd }: RedirectFieldProps) {
  const { t } = useTranslation();
  const isGood = isUsable(value, type);
  const problem =
    type === 'Native' ? t('applications.redirects.invalidUri') : t('applications.redirects.invalidWebUri');
  return (
    <div className={classes.redirect}>
      <TextInput
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
        error={!isGood && <FieldError message={problem} />}
        classNames={{ input: classes.uri ?? '' }}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <div className={classes.redirectAction} role="status">
        {isAdded ? (
          <Tag tone="success" icon={IconCheck}>
            {t('guides.added')}
          </Tag>
        ) : (
          <Button
            variant="default"
            aria-label={t('guides.addWhat', { what: label })}
            aria-disabled={!isGood || isBusy || undefined}
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => isGood && !isBusy && onAdd()}
          >
            {t('guides.add')}
          </Button>
        )}
      </div>
    </div>
  );
}
