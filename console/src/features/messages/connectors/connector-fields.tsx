import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import { ImageUrlField } from '#platform/form/image-url-field.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { CopyButton } from '#platform/ui/copy-button.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import type { FormControl } from './config-field.tsx';
import classes from './connectors.module.css';

/** Name, logo and target of a standard connector; the target cannot be changed later. */
export function LooksFields({ control, isNew }: { control: FormControl; isNew?: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        control={control}
        name="name"
        label={t('connectors.looks.name')}
        help={t('connectors.looks.nameHelp')}
        placeholder={t('connectors.looks.namePlaceholder')}
      />
      {isNew && (
        <TextField
          control={control}
          name="target"
          label={t('connectors.looks.target')}
          help={t('connectors.looks.targetHelp')}
          placeholder="acme"
          mono
        />
      )}
      <ImageUrlField
        control={control}
        name="logo"
        label={t('connectors.looks.logo')}
        placeholder="https://example.com/logo.svg"
        ground="light"
      />
      <ImageUrlField
        control={control}
        name="logoDark"
        label={t('connectors.looks.logoDark')}
        placeholder="https://example.com/logo-dark.svg"
        ground="dark"
      />
    </>
  );
}

/** When the profile is copied from the provider. */
export function SyncFields({ control }: { control: FormControl }) {
  const { t } = useTranslation();
  return (
    <RadioCards
      control={control}
      name="syncProfile"
      label={t('connectors.sync.label')}
      choices={(['once', 'always'] as const).map((value) => ({
        value,
        label: t(`connectors.sync.${value}`),
        help: t(`connectors.sync.${value}Help`),
      }))}
      missing={t('fields.required')}
    />
  );
}

/** Whether an address verified by the provider links to the existing account with that address. */
export function TrustField({ control }: { control: FormControl }) {
  const { t } = useTranslation();
  return (
    <SwitchField
      control={control}
      name="trustAddresses"
      label={t('connectors.trust.label')}
      help={t('connectors.trust.help')}
    />
  );
}

export function TokenField({ control }: { control: FormControl }) {
  const { t } = useTranslation();
  return (
    <SwitchField
      control={control}
      name="enableTokenStorage"
      label={t('connectors.tokens.label')}
      help={t('connectors.tokens.help')}
    />
  );
}

const options = ['autoSelect', 'closeOnTapOutside', 'itpSupport'] as const;

/** Google One Tap; its options appear once it is enabled. */
export function OneTapFields({ control }: { control: FormControl }) {
  const { t } = useTranslation();
  const isEnabled = useWatch({ control, name: 'oneTap.isEnabled' });
  return (
    <>
      <SwitchField
        control={control}
        name="oneTap.isEnabled"
        label={t('connectors.oneTap.isEnabled')}
        help={t('connectors.oneTap.isEnabledHelp')}
      />
      {isEnabled &&
        options.map((option) => (
          <SwitchField
            key={option}
            control={control}
            name={`oneTap.${option}`}
            label={t(`connectors.oneTap.${option}`)}
            help={t(`connectors.oneTap.${option}Help`)}
          />
        ))}
    </>
  );
}

/** The callback URI of a provider, which must be registered there first. */
export function CallbackUri({ id }: { id: string }) {
  const { t } = useTranslation();
  const endpoint = useTenantEndpoint();
  const uri = endpoint && `${endpoint}/callback/${id}`;
  return (
    <div>
      <div className={classes.uriLabel}>{t('connectors.callback.label')}</div>
      <div className={classes.uri}>
        {uri ? (
          <>
            <code className="truncate" title={uri}>
              {uri}
            </code>
            <CopyButton value={uri} label={t('actions.copyWhat', { what: t('connectors.callback.label') })} />
          </>
        ) : (
          <Skeleton width={240} />
        )}
      </div>
      <p className={classes.uriHelp}>{t('connectors.callback.help')}</p>
    </div>
  );
}
