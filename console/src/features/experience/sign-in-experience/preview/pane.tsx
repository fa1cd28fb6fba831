import { Select, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { Translation } from '@postern/contracts/experience/custom-phrases';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import {
  IconChevronDown,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconInfoCircle,
  IconMoon,
  IconSun,
} from '@tabler/icons-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import type { Icon } from '#platform/feature.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { languageChoices, useWordings } from '../settings.ts';
import { type Draft, useDraft } from './draft.tsx';
import { messageFor, type View } from './message.ts';
import classes from './preview.module.css';
import { type Screen, screensFor } from './screens.ts';

/** The real page next to the form, a sign-in page or the account center; folded below it if there is no room. */
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

type Chosen = Pick<View, 'mode' | 'platform'> & { language?: string; path?: { value: Screen; on: Screen } };

function Preview({ stored }: { stored: SignInExperience }) {
  const { t } = useTranslation();
  const draft = useDraft();
  const wordings = useWordings();
  const current = { ...stored, ...draft.experience };
  const [view, setView] = useState<Chosen>(() => ({ mode: 'light', platform: firstPlatform() }));
  const screen = draft.screen ?? '/sign-in';
  // Each tab has its own default screen, so the selection is reset there.
  const screens = screensFor(draft.accountCenter);
  const wanted = view.path?.on === screen ? view.path.value : screen;
  const path = screens.includes(wanted) ? wanted : screen;
  const language = draft.wording?.language ?? view.language ?? current.languageInfo.fallbackLanguage;
  const languages = wordings && languageChoices([...Object.keys(wordings), language]);
  if (current.customUiAssets && !draft.accountCenter) {
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
          onChange={(chosen) => {
            const value = screens.find((one) => one === chosen);
            setView({ ...view, ...(value ? { path: { value, on: screen } } : {}) });
          }}
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

type Choice<Value extends string> = { value: Value; label: string; icon: Icon };

type SegmentsProps<Value extends string> = {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A segmented control with two or three icons. */
function Segments<Value extends string>({ label, choices, value, onChange }: SegmentsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row of a toolbar
    <div className={classes.segments} role="group" aria-label={label}>
      {choices.map(({ value: own, label: name, icon: Icon }) => (
        <Tooltip key={own} label={name}>
          <button type="button" aria-label={name} aria-pressed={own === value} onClick={() => onChange(own)}>
            <Icon size={18} stroke={1.5} />
          </button>
        </Tooltip>
      ))}
    </div>
  );
}

/** The viewport size of the page, in pixels. */
const sizes = { web: { width: 640, height: 780 }, mobile: { width: 390, height: 760 } } as const;
const chromeHeight = 30;

/** The page sends this once it listens. */
const isReady = (data: unknown) =>
  typeof data === 'object' && data !== null && 'sender' in data && data.sender === 'ac_preview_ready';

/** The server derives data from these settings, such as provider buttons, so a change reloads the page. */
const derivedFrom = ({ socialSignInConnectorTargets, forgotPasswordMethods, signIn }: SignInExperience) =>
  JSON.stringify([socialSignInConnectorTargets, forgotPasswordMethods, signIn]);

type PreviewFrameProps = {
  stored: SignInExperience;
  draft: Draft;
  view: View;
  /** The tenant's saved phrases in the language of the view. */
  saved: Translation | undefined;
};

/** The page in a window frame, scaled to the available space. */
function PreviewFrame({ stored, draft, view, saved }: PreviewFrameProps) {
  const { t } = useTranslation();
  const endpoint = useTenantEndpoint();
  const { ref: stage, width, height } = useElementSize();
  const frame = useRef<HTMLIFrameElement>(null);
  const message = messageFor(stored, draft, view, saved);
  const text = JSON.stringify(message);
  const tell = useCallback(() => {
    if (endpoint) {
      frame.current?.contentWindow?.postMessage(JSON.parse(text), new URL(endpoint).origin);
    }
  }, [endpoint, text]);
  useEffect(tell, [tell]);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== null && source === frame.current?.contentWindow && isReady(data)) {
        tell();
      }
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [tell]);
  const size = sizes[view.platform];
  // The account center is a page of its own; within it and within the sign-in pages, the path is sent by message.
  const isCenter = draft.accountCenter !== undefined;
  const scale = Math.min(1, width / size.width, Math.max(0, height - chromeHeight) / size.height);
  return (
    <div className={classes.stage}>
      <div ref={stage} className={classes.room}>
        <div className={classes.window} data-platform={view.platform} style={{ inlineSize: size.width * scale }}>
          <div className={classes.chrome} aria-hidden>
            <i />
            <i />
            <i />
            <span className="truncate">{endpoint && new URL(endpoint).host}</span>
          </div>
          <div className={classes.view} style={{ blockSize: size.height * scale }}>
            {endpoint && scale > 0 && (
              <iframe
                key={`${isCenter} ${derivedFrom(stored)}`}
                ref={frame}
                className={classes.frame}
                style={{ inlineSize: size.width, blockSize: size.height, scale: String(scale) }}
                title={t(isCenter ? 'signInExperience.preview.centerFrame' : 'signInExperience.preview.frame')}
                src={`${endpoint}${isCenter ? '/account' : '/sign-in'}?preview=true`}
                sandbox="allow-scripts allow-same-origin"
                tabIndex={-1}
              />
            )}
          </div>
        </div>
      </div>
    </div>
  );
}
