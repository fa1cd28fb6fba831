import { useTranslation } from 'react-i18next';
import { PageLink } from '#platform/router/page-link.tsx';
import type { PagePath, SearchParams } from '#platform/router/page-path.ts';
import type { GuideEntry } from './catalogue.ts';
import { categoryLabel } from './category-label.ts';
import { GuideMark } from './guide-mark.tsx';
import classes from './guides.module.css';
import { categoryOf } from './shared/arrange.ts';

type GuideCardsProps = {
  guides: readonly GuideEntry[];
  /** The page that creates the subject of the guide. */
  to: PagePath<string>;
  /** Query parameters to keep besides the selected guide. */
  search?: SearchParams;
  /** Few cards that share one row on a wide screen. */
  isFeatured?: boolean;
};

/** Cards that lead to creating something with a guide. */
export function GuideCards({ guides, to, search, isFeatured }: GuideCardsProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes.cards} data-featured={isFeatured || undefined}>
      {guides.map((guide) => (
        <li key={guide.id}>
          <PageLink className={classes.card} to={to} search={{ ...search, guide: guide.id }}>
            <GuideMark guide={guide} />
            <span className={classes.cardText}>
              <span className={classes.cardName}>{guide.name}</span>
              <span className={classes.cardType}>{guide.note ?? categoryLabel(t, categoryOf(guide))}</span>
            </span>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
