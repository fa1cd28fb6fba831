import { Menu } from '@mantine/core';
import { IconCheck, IconLanguage, IconLogout, IconPalette } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../i18n/languages.ts';
import { identifierOf, nameOf, useMe } from '../person.ts';
import { type Appearance, appearances, usePreferences } from '../preferences.ts';
import { useFeatures } from '../router/features.tsx';
import { signOut } from '../session/sign-in.ts';
import { Avatar } from '../ui/avatar.tsx';
import classes from './user-menu.module.css';

export function UserMenu() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const name = me ? nameOf(me) : '';
  return (
    <Menu width={288} closeOnItemClick={false} checkIcon={<IconCheck size={16} stroke={2} aria-hidden />}>
      <Menu.Target>
        <button
          type="button"
          className={classes.account}
          aria-label={me ? t('shell.account', { name }) : t('shell.accountMenu')}
        >
          {me ? <Avatar name={name} src={me.avatar} size={28} /> : <span className={classes.noAvatar} />}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {me && (
          <>
            <div className={classes.who} role="presentation">
              <Avatar name={name} src={me.avatar} size={32} />
              <div className="truncate">
                <div className={`${classes.whoName} truncate`}>{name}</div>
                <div className={`${classes.whoId} truncate`}>{identifierOf(me)}</div>
              </div>
            </div>
            <Menu.Divider />
          </>
        )}
        <OwnPages />
        <LanguageMenu />
        <AppearanceMenu />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout className="flip" size={18} stroke={1.5} />} onClick={() => void signOut()}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function OwnPages() {
  const { t } = useTranslation();
  return useFeatures()
    .flatMap(({ ownPage }) => ownPage ?? [])
    .map(({ path: { path }, label, icon: Icon, gate: Gate = Fragment }) => (
      <Gate key={path}>
        <Menu.Item component={Link} to={`/${path}`} closeMenuOnClick leftSection={<Icon size={18} stroke={1.5} />}>
          {label(t)}
        </Menu.Item>
      </Gate>
    ));
}

function LanguageMenu() {
  const { t } = useTranslation();
  const { language, setLanguage } = usePreferences();
  const current = languages.find(({ code }) => code === language)?.name;
  return (
    <Menu.Sub position="left-start" offset={8}>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconLanguage size={18} stroke={1.5} />}>
          <SubLabel label={t('shell.language')} value={current} />
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown className={classes.languages}>
        <Menu.RadioGroup value={language} onChange={(code) => void setLanguage(code)} aria-label={t('shell.language')}>
          {languages.map(({ code, name }) => (
            <Menu.RadioItem key={code} value={code} lang={code}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

function AppearanceMenu() {
  const { t } = useTranslation();
  const { appearance, setAppearance } = usePreferences();
  return (
    <Menu.Sub position="left-start" offset={8}>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconPalette size={18} stroke={1.5} />}>
          <SubLabel label={t('shell.appearance')} value={t(`shell.appearances.${appearance}`)} />
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Menu.RadioGroup
          value={appearance}
          // The values are those of the items below.
          onChange={(value) => setAppearance(value as Appearance)}
          aria-label={t('shell.appearance')}
        >
          {appearances.map((value) => (
            <Menu.RadioItem key={value} value={value}>
              {t(`shell.appearances.${value}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

function SubLabel({ label, value }: { label: string; value: string | undefined }) {
  return (
    <span className={classes.subLabel}>
      {label}
      <span className={classes.value}>{value}</span>
    </span>
  );
}
