import { IconBrandOpenai, IconRobot, IconShieldLock } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createApplicationPath } from '#paths/applications.ts';
import { config } from '#platform/config.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import type { PagePath, SearchParams } from '#platform/router/page-path.ts';
import type { GuideEntry, Mark } from './catalogue.ts';
import classes from './guides.module.css';
import { type Category, categoryOf } from './shared/arrange.ts';

/** The logos that a page can show. The first page loads only those of its guides. */
type Marks = Partial<Record<Mark, { path: string; color?: string }>>;

type GuideCardsProps = {
  marks: Marks;
  guides: readonly GuideEntry[];
  /** The page that creates the subject of the guide. */
  to: PagePath<string>;
  /** Query parameters to keep besides the selected guide. */
  search?: SearchParams;
  /** Few cards that share one row on a wide screen. */
  isFeatured?: boolean;
  /** Cards that do not fit in one row are left out. */
  isRow?: boolean;
  /** A card after those of the guides. */
  last?: ReactNode;
};

/** Cards that lead to creating something with a guide. */
export function GuideCards({ guides, marks, to, search, isFeatured, isRow, last }: GuideCardsProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes.cards} data-featured={isFeatured || undefined} data-row={isRow || undefined}>
      {guides.map((guide) => (
        <li key={guide.id}>
          <PageLink className={classes.card} to={to} search={{ ...search, guide: guide.id }}>
            <GuideMark guide={guide} marks={marks} />
            <span className={classes.cardText}>
              <span className={classes.cardName}>{guide.name}</span>
              <span className={classes.cardType}>{guide.note ?? categoryLabel(t, categoryOf(guide))}</span>
            </span>
          </PageLink>
        </li>
      ))}
      {last && <li>{last}</li>}
    </ul>
  );
}

/** Leads to creating a protected application, which needs no guide. Says what the server lacks for it. */
export function ProtectedAppCard({ search }: { search?: SearchParams | undefined }) {
  const { t } = useTranslation();
  return (
    <PageLink className={classes.card} to={createApplicationPath} search={{ ...search, type: 'Protected' }}>
      <span className={classes.mark} aria-hidden>
        <IconShieldLock stroke={1.5} />
      </span>
      <span className={classes.cardText}>
        <span className={classes.cardName}>{t('applications.types.Protected')}</span>
        {config.hasProtectedApps ? (
          <span className={classes.cardType}>{t('guides.protected')}</span>
        ) : (
          <span className={classes.cardMissing}>{t('guides.protectedMissing')}</span>
        )}
      </span>
    </PageLink>
  );
}

/** Icons for entries without a logo that may be used here. */
const icons = { machine: IconRobot, shield: IconShieldLock, chatgpt: IconBrandOpenai } as const;

/** The logo of a framework on a tile. Hidden from screen readers, because the name is next to it. */
export function GuideMark({ guide, marks, large }: { guide: GuideEntry; marks: Marks; large?: boolean }) {
  return (
    <span className={classes.mark} data-large={large || undefined} aria-hidden>
      <Drawing mark={guide.mark} marks={marks} />
    </span>
  );
}

function Drawing({ mark, marks }: { mark: Mark; marks: Marks }) {
  if (mark in icons) {
    const Icon = icons[mark as keyof typeof icons];
    return <Icon stroke={1.5} />;
  }
  const { path, color } = marks[mark] ?? {};
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" style={color ? { color } : undefined} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

export const categoryLabel = (t: TFunction, category: Category | 'API' | 'SAML') =>
  category === 'thirdParty'
    ? t('applications.thirdParty')
    : category === 'API'
      ? t('guides.api')
      : t(`applications.types.${category}`);
