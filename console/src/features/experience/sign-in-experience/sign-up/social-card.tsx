import { IconX } from '@tabler/icons-react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConnectorLogo } from '#features/messages/connectors/shared/connector-logo.tsx';
import { sayIn } from '#features/messages/connectors/shared/say-in.ts';
import { createConnectorPath } from '#paths/connectors.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { OrderedList } from '#platform/order/ordered-list.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { AddMenu } from '../method-parts.tsx';
import type { Connected } from '../shared/connected.ts';
import classes from '../sign-in-methods.module.css';
import type { MethodsForm } from './form.ts';

type SocialCardProps = Pick<MethodsForm, 'form'> & { social: Connected['social'] };

export function SocialCard({ form: { control }, social }: SocialCardProps) {
  const { t, i18n } = useTranslation();
  const { field } = useController({ control, name: 'socialTargets' });
  const asksPassword = useWatch({ control, name: 'signUpPassword' });
  const targets: string[] = field.value;
  const connectorOf = (target: string) => social.find((connector) => connector.target === target);
  const nameOf = (target: string) => {
    const connector = connectorOf(target);
    return connector ? sayIn(connector.name, i18n.language) : target;
  };
  const rest = social.filter(({ target }) => !targets.includes(target));
  return (
    <FormCard
      title={t('signInMethods.social.title')}
      help={t('signInMethods.social.help')}
      link={
        <PageLink className="link" to={createConnectorPath} params={{ tab: 'social', createType: 'social' }}>
          {t('signInMethods.social.setUp')}
        </PageLink>
      }
    >
      {(targets.length === 0 || rest.length === 0) && (
        <p className={classes.note}>
          {social.length === 0
            ? t('signInMethods.social.noConnector')
            : t(targets.length === 0 ? 'signInMethods.social.none' : 'signInMethods.social.all')}
        </p>
      )}
      <OrderedList
        label={t('signInMethods.social.list')}
        items={targets}
        keyOf={(target) => target}
        nameOf={nameOf}
        onOrder={field.onChange}
      >
        {(target) => {
          const connector = connectorOf(target);
          return (
            <>
              <div className={classes.item}>
                {connector && <ConnectorLogo of={connector} />}
                <span className={classes.itemName}>{nameOf(target)}</span>
                <IconButton
                  label={t('actions.remove', { what: nameOf(target) })}
                  size="small"
                  tooltip={false}
                  onClick={() => field.onChange(targets.filter((one) => one !== target))}
                >
                  <IconX size={16} stroke={1.5} aria-hidden />
                </IconButton>
              </div>
              {!connector && <p className={classes.note}>{t('signInMethods.social.gone')}</p>}
            </>
          );
        }}
      </OrderedList>
      <AddMenu
        label={t('signInMethods.social.add')}
        choices={rest.map(({ target }) => ({ value: target, label: nameOf(target) }))}
        onAdd={(target) => field.onChange([...targets, target])}
      />
      <SwitchField
        control={control}
        name="automaticAccountLinking"
        label={t('signInMethods.social.linking')}
        help={t('signInMethods.social.linkingHelp')}
      />
      <SwitchField
        control={control}
        name="socialSkipsRequired"
        label={t('signInMethods.social.skip')}
        help={t('signInMethods.social.skipHelp')}
      />
      {asksPassword && (
        <SwitchField
          control={control}
          name="socialPasswordRequired"
          label={t('signInMethods.social.password')}
          help={t('signInMethods.social.passwordHelp')}
        />
      )}
    </FormCard>
  );
}
