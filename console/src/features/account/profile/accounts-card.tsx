import { Button } from '@mantine/core';
import { meSocialApi } from '@postern/contracts/account/me';
import type { Connector } from '@postern/contracts/messages/connectors';
import type { User } from '@postern/contracts/people/users';
import { IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ConnectorLogo } from '#features/messages/connectors/shared/connector-logo.tsx';
import { sayIn } from '#features/messages/connectors/shared/say-in.ts';
import { linkEmailPath, verifyPasswordPath } from '#paths/profile.ts';
import { useRead } from '#platform/client/use-read.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { isProofFresh, useOuterGo } from './action.ts';
import { Row, Rows } from './cards.tsx';
import { useLinkAccount, useUnlinkAccount } from './link-account.ts';
import { useUnlinkEmail } from './unlink-email.ts';

/** All sign-in methods besides the password. */
export function AccountsCard({ me }: { me: User }) {
  const { t } = useTranslation();
  const connectors = useRead(meSocialApi.connectors, {}, { quiet: true });
  const link = useLinkAccount(me, connectors.data);
  return (
    <FormCard title={t('ownProfile.accounts.title')} help={t('ownProfile.accounts.help')}>
      <Rows>
        <EmailRow me={me} />
        {connectors.data?.map((connector) => (
          <SocialRow key={connector.id} me={me} connector={connector} onLink={() => link(connector)} />
        ))}
        {connectors.isPending && <Row label="" value={<Skeleton width={160} />} action={null} />}
      </Rows>
      {connectors.error && !connectors.data && <LoadFailed error={connectors.error} retry={connectors.refetch} />}
    </FormCard>
  );
}

/** The address of an account that signs in with a username. */
export function EmailCard({ me }: { me: User }) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('ownProfile.accounts.email')} help={t('ownProfile.email.help')}>
      <Rows>
        <EmailRow me={me} />
      </Rows>
    </FormCard>
  );
}

function EmailRow({ me }: { me: User }) {
  const { t } = useTranslation();
  const go = useOuterGo();
  const unlink = useUnlinkEmail(me);
  const label = t('ownProfile.accounts.email');
  const change = () =>
    me.hasPassword && !isProofFresh()
      ? go(verifyPasswordPath, { action: 'changeEmail' })
      : go(linkEmailPath, { action: 'changeEmail' });
  return (
    <Row
      icon={<Tile icon={IconMail} />}
      label={label}
      value={me.primaryEmail ?? t('ownProfile.notLinked')}
      isEmpty={!me.primaryEmail}
      action={
        <>
          {unlink && (
            <Button
              variant="danger"
              size="xs"
              aria-label={t('ownProfile.accounts.unlinkWhat', { what: label })}
              onClick={unlink}
            >
              {t('ownProfile.accounts.unlink')}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            aria-label={t(me.primaryEmail ? 'ownProfile.changeWhat' : 'ownProfile.accounts.linkWhat', { what: label })}
            onClick={() => void change()}
          >
            {t(me.primaryEmail ? 'ownProfile.change' : 'ownProfile.accounts.link')}
          </Button>
        </>
      }
    />
  );
}

/** Whether the person can sign in without the account at this provider. The server also counts accounts at companies. */
const hasOtherWay = ({ username, hasPassword, primaryEmail, identities }: User, target: string) =>
  Boolean((username && hasPassword) || primaryEmail) || Object.keys(identities).some((one) => one !== target);

type SocialRowProps = { me: User; connector: Connector; onLink: () => void };

function SocialRow({ me, connector, onLink }: SocialRowProps) {
  const { t, i18n } = useTranslation();
  const unlink = useUnlinkAccount();
  const name = sayIn(connector.name, i18n.language);
  const identity = me.identities[connector.target];
  return (
    <Row
      icon={<ConnectorLogo of={connector} />}
      label={name}
      value={identity ? labelOf(identity) : t('ownProfile.notLinked')}
      isEmpty={!identity}
      action={
        (!identity || hasOtherWay(me, connector.target)) && (
          <Button
            variant={identity ? 'danger' : 'default'}
            size="xs"
            aria-label={t(identity ? 'ownProfile.accounts.unlinkWhat' : 'ownProfile.accounts.linkWhat', { what: name })}
            onClick={() => (identity ? void unlink(connector, name) : onLink())}
          >
            {t(identity ? 'ownProfile.accounts.unlink' : 'ownProfile.accounts.link')}
          </Button>
        )
      }
    />
  );
}

/** The account's name at the provider. */
function labelOf({ userId, details = {} }: User['identities'][string]): string {
  const known = [details.email, details.name].find((text) => typeof text === 'string' && text !== '');
  return typeof known === 'string' ? known : userId;
}
