import { Select } from '@mantine/core';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import {
  IconChevronDown,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconInfoCircle,
  IconMoon,
  IconSun,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#platform/feedback/notice.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { type Screen, screens, useDraft } from './draft.tsx';
import { PreviewFrame } from './frame.tsx';
import { languageChoices, useWordings } from './languages.ts';
import type { View } from './message.ts';
import classes from './preview.module.css';
import { Segments } from './segments.tsx';

/** The real sign-in page next to the form; folded below it if there is no room. */
export function PreviewPane({ experience }: { experience: SignInExperience | undefined }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const bodyId = useId();
  return (
    <aside className={classes.pane} data-open={open || undefined} aria-label={t('signInExperience.preview.title')}>
      <button
        type="button"
        className={classes.fold}
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={() => setOpen(!open)}
      >
        {t('signInExperience.preview.title')}
        <IconChevronDown size={18} stroke={1.5} aria-hidden />
      </button>
      <div id={bodyId} className={classes.body}>
        {experience ? <Preview stored={experience} /> : <div className={classes.stage} />}
      </div>
    </aside>
  );
}

/** On a phone the mobile view comes first. */
const firstPlatform = () => (matchMedia('(max-width: 759px)').matches ? 'mobile' : 'web');

type Chosen = Pick<View, 'mode' | 'platform'> & { language?: string; path?: { value: string; on: Screen } };

function Preview({ stored }: { stored: SignInExperience }) {
  const { t } = useTranslation();
  const draft = useDraft();
  const wordings = useWordings();
  const current = { ...stored, ...draft.experience };
  const [view, setView] = useState<Chosen>(() => ({ mode: 'light', platform: firstPlatform() }));
  const screen = draft.screen ?? '/sign-in';
  // Each tab has its own default screen, so the selection is reset there.
  const path = view.path?.on === screen ? view.path.value : screen;
  const language = draft.wording?.language ?? view.language ?? current.languageInfo.fallbackLanguage;
  const languages = wordings && languageChoices([...Object.keys(wordings), language]);
  if (current.customUiAssets) {
    return (
      <div className={classes.off}>
        <Notice tone="info" icon={IconInfoCircle} title={t('signInExperience.preview.offTitle')}>
          {t('signInExperience.preview.offBody')}
        </Notice>
      </div>
    );
  }
  return (
    <>
      <div className={classes.bar}>
        <Segments
          label={t('signInExperience.preview.device')}
          value={view.platform}
          onChange={(platform) => setView({ ...view, platform })}
          choices={[
            { value: 'web', label: t('signInExperience.preview.desktop'), icon: IconDeviceDesktop },
            { value: 'mobile', label: t('signInExperience.preview.mobile'), icon: IconDeviceMobile },
          ]}
        />
        {current.color.isDarkModeEnabled && (
          <Segments
            label={t('signInExperience.preview.theme')}
            value={view.mode}
            onChange={(mode) => setView({ ...view, mode })}
            choices={[
              { value: 'light', label: t('signInExperience.preview.light'), icon: IconSun },
              { value: 'dark', label: t('signInExperience.preview.dark'), icon: IconMoon },
            ]}
          />
        )}
        <Select
          className={classes.screen}
          aria-label={t('signInExperience.preview.screen')}
          data={screens.map((value) => ({ value, label: t(`signInExperience.preview.screens.${value}`) }))}
          value={path}
          onChange={(value) => value && setView({ ...view, path: { value, on: screen } })}
          allowDeselect={false}
        />
        {languages ? (
          <Select
            className={classes.language}
            aria-label={t('signInExperience.preview.language')}
            data={languages}
            value={language}
            disabled={draft.wording !== undefined}
            onChange={(value) => value && setView({ ...view, language: value })}
            allowDeselect={false}
            searchable={languages.length > 8}
          />
        ) : (
          <Skeleton width={110} height={36} />
        )}
      </div>
      <PreviewFrame
        stored={stored}
        draft={draft}
        view={{ mode: view.mode, platform: view.platform, language, path }}
        saved={wordings?.[language]}
      />
    </>
  );
}
