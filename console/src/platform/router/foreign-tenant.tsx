import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LostArt } from '../feedback/art.tsx';
import { OuterScreen } from '../page/outer-screen.tsx';
import { identifierOf, nameOf, useMe } from '../person.ts';
import { signOut } from '../session/sign-in.ts';

/** The address of a tenant that does not exist, or of one that the person cannot open: both look the same. */
export function ForeignTenant({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const who = me ? (identifierOf(me) ?? nameOf(me)) : '…';
  return (
    <OuterScreen
      art={<LostArt />}
      title={t('shell.foreign.title')}
      body={t('shell.foreign.body', { id, who })}
      actions={
        <>
          <Button component={Link} to="/">
            {t('shell.foreign.toOwn')}
          </Button>
          <Button variant="default" onClick={() => void signOut('here')}>
            {t('shell.foreign.switch')}
          </Button>
        </>
      }
    />
  );
}

/** An unknown address outside of all tenants, such as `/operator/nothing`. */
export function LostOutside() {
  const { t } = useTranslation();
  return (
    <OuterScreen
      art={<LostArt />}
      title={t('states.notFoundTitle')}
      body={t('states.notFoundBody')}
      actions={
        <Button component={Link} to="/">
          {t('shell.backToConsole')}
        </Button>
      }
    />
  );
}
