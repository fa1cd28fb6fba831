import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Breadcrumb, type Crumb } from '#platform/detail/breadcrumb.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { PageBody } from '#platform/page/page-header.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import type { PagePath } from '#platform/router/page-path.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { usePageTitle } from '#platform/ui/page-title.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import type { GuideEntry, GuideId } from './catalogue.ts';
import type { Guide, GuideTexts } from './guide.ts';
import { GuideMark } from './guide-cards.tsx';
import classes from './guides.module.css';
import { loadGuide, loadTexts } from './load-guide.ts';
import { marks } from './marks.ts';
import { stepAnchor } from './step-view.tsx';

type Target = { to: PagePath<string>; params: Record<string, string> };

export type LoadedGuide = { guide: Guide; texts: GuideTexts };

type GuideFrameProps = {
  entry: GuideEntry;
  parents: readonly Crumb[];
  /** Alternative guides for the same subject. */
  others: readonly GuideEntry[];
  addressOf: (guideId: string) => Target;
  finish: Target;
  /** Saves what is not saved yet, then goes there. */
  onFinish?: (() => void) | undefined;
  isFinishing?: boolean;
  finishNote: string;
  lead: (steps: number) => string;
  loaded: LoadedGuide | undefined;
  error: Error | null;
  onRetry: () => void;
  children: (loaded: LoadedGuide) => ReactNode;
};

/** The page of a guide: subject, steps, and navigation. */
export function GuideFrame(props: GuideFrameProps) {
  const { entry, loaded, error } = props;
  usePageTitle(entry.name);
  return (
    <PageBody busy={!loaded && !error}>
      <Breadcrumb parents={props.parents} current={entry.name} />
      <header className={classes.head}>
        <GuideMark marks={marks} guide={entry} large />
        <div className={classes.headText}>
          <h1 className={classes.title}>{entry.name}</h1>
          <p className={classes.lead}>
            {loaded ? props.lead(loaded.guide.steps.length) : <Skeleton width={360} height={14} />}
          </p>
        </div>
        <div className={classes.headActions}>
          {props.others.length > 1 && <OtherGuides {...props} />}
          <FinishButton {...props} />
        </div>
      </header>
      {loaded ? (
        <div className={classes.columns}>
          <div className={classes.main}>
            {props.children(loaded)}
            <footer className={classes.end}>
              <FinishButton {...props} />
              <span className="muted">{props.finishNote}</span>
            </footer>
          </div>
          <ContentsList titles={loaded.guide.steps.map(({ title }) => loaded.texts.titles[title])} />
        </div>
      ) : error ? (
        <LoadFailed error={error} retry={props.onRetry} />
      ) : (
        <GuideSkeleton />
      )}
    </PageBody>
  );
}

function FinishButton({ finish, onFinish, isFinishing }: Pick<GuideFrameProps, 'finish' | 'onFinish' | 'isFinishing'>) {
  const { t } = useTranslation();
  return onFinish ? (
    <BusyButton onClick={onFinish} busy={isFinishing ?? false}>
      {t('guides.saveAndFinish')}
    </BusyButton>
  ) : (
    <Button component={PageLink} to={finish.to} params={finish.params}>
      {t('guides.finish')}
    </Button>
  );
}

function OtherGuides({ others, addressOf }: Pick<GuideFrameProps, 'others' | 'addressOf'>) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}>
          {t('guides.otherGuide')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.others}>
        {others.map((guide) => (
          <Menu.Item
            key={guide.id}
            component={PageLink}
            {...addressOf(guide.id)}
            leftSection={<GuideMark marks={marks} guide={guide} />}
          >
            {guide.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function GuideSkeleton() {
  return (
    <div className={classes.columns} aria-hidden>
      <div className={classes.main}>
        {['values', 'install', 'configure'].map((part) => (
          <div key={part} className={classes.step}>
            <Skeleton width={180} height={18} />
            <div className={classes.stepBody}>
              <Skeleton width="60%" />
              <Skeleton width="100%" height={96} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The steps by name, beside the guide on a wide screen; the current one is marked. */
function ContentsList({ titles }: { titles: readonly string[] }) {
  const { t } = useTranslation();
  const current = useCurrentStep(titles.length);
  return (
    <nav className={classes.contents} aria-label={t('guides.steps')}>
      <div className={classes.contentsTitle} aria-hidden>
        {t('guides.steps')}
      </div>
      <ol>
        {titles.map((title, index) => (
          <li key={title}>
            <Link
              to="."
              search
              hash={stepAnchor(index)}
              replace
              activeOptions={{ includeHash: true }}
              aria-current={index === current ? 'step' : undefined}
            >
              <span className="tabular">{index + 1}</span>
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The step in the upper part of the screen. */
function useCurrentStep(count: number): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting);
        if (seen?.target instanceof HTMLElement) {
          setCurrent(Number(seen.target.dataset.step));
        }
      },
      { rootMargin: '-20% 0px -70% 0px' },
    );
    for (let index = 0; index < count; index += 1) {
      const step = document.getElementById(stepAnchor(index));
      if (step) {
        observer.observe(step);
      }
    }
    return () => observer.disconnect();
  }, [count]);
  return current;
}

/** A guide with its text in the console language. */
export function useGuide(id: GuideId) {
  const { language } = useTranslation().i18n;
  return useQuery({
    queryKey: ['guide', id, language],
    queryFn: async () => {
      const [guide, texts] = await Promise.all([loadGuide(id), loadTexts(language)]);
      return { guide, texts };
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}
