import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { applicationsPath, createApplicationPath } from '#paths/applications.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { SearchField, Toolbar } from '#platform/list/toolbar.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import type { SearchParams } from '#platform/router/page-path.ts';
import type { GuideEntry } from '../catalogue.ts';
import { categoryLabel, GuideCards, ProtectedAppCard } from '../guide-cards.tsx';
import classes from '../guides.module.css';
import { marks } from '../marks.ts';
import { arrange, categories, isFound, noGuide } from './arrange.ts';

/** Words by which people look for a protected application. */
const protectedWords = 'protected app proxy website without code';

/** All guides for applications, with search. The selected one is stored in the URL. */
export function GuideLibrary() {
  const { t } = useTranslation();
  const list = useListState(['category']);
  const category = categories.find((one) => one === list.filters.category[0]);
  const guides = arrange(list.search, category);
  const kept: SearchParams = { search: list.search || undefined, category };
  const showsProtected = !category && isFound(list.search, `${t('applications.types.Protected')} ${protectedWords}`);
  const protectedApp = showsProtected && <ProtectedAppCard search={kept} />;
  const isNarrowed = list.search !== '' || category !== undefined;
  const without = (
    <Button
      component={PageLink}
      to={createApplicationPath}
      search={{ ...kept, guide: noGuide }}
      variant="default"
      className={classes.without}
      leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
    >
      {t('guides.without')}
    </Button>
  );
  return (
    <PageBody>
      <Breadcrumb
        parents={[{ to: applicationsPath, label: t('nav.applications') }]}
        current={t('applications.create')}
      />
      <PageHeader
        title={t('applications.create')}
        purpose={t('guides.purpose')}
        actions={
          <>
            <Button
              component={PageLink}
              to={createApplicationPath}
              search={{ type: 'SAML' }}
              variant="default"
              className={classes.without}
            >
              {t('guides.saml')}
            </Button>
            {without}
          </>
        }
      />
      <div className={classes.bar}>
        <Toolbar>
          <SearchField
            label={t('guides.search')}
            placeholder={t('guides.searchPlaceholder')}
            value={list.search}
            onSearch={list.setSearch}
          />
          <CategoryChips value={category} onChange={(next) => list.setFilter('category', next ? [next] : [])} />
        </Toolbar>
      </div>
      <span className="sr-only" role="status">
        {isNarrowed && t('guides.found', { count: guides.length + (showsProtected ? 1 : 0) })}
      </span>
      {guides.length === 0 && !showsProtected ? (
        <EmptyState
          title={list.search ? t('list.nothingFor', { search: list.search }) : t('list.nothing')}
          body={t('guides.nothingHint')}
          actions={
            <>
              <Button variant="default" onClick={list.clear}>
                {t('list.clear')}
              </Button>
              {without}
            </>
          }
        />
      ) : isNarrowed ? (
        <Group title={t('guides.results')} guides={guides} kept={kept} last={protectedApp} />
      ) : (
        <>
          <Group
            title={t('guides.popular')}
            isFeatured
            guides={guides.filter((guide) => guide.isFeatured)}
            kept={kept}
            last={protectedApp}
          />
          <Group title={t('guides.more')} guides={guides.filter((guide) => !guide.isFeatured)} kept={kept} />
        </>
      )}
    </PageBody>
  );
}

type GroupProps = {
  title: string;
  guides: readonly GuideEntry[];
  kept: SearchParams;
  isFeatured?: boolean;
  last?: ReactNode;
};

function Group({ title, guides, kept, isFeatured, last }: GroupProps) {
  const id = useId();
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h2 id={id} className={classes.groupTitle}>
        {title}
      </h2>
      <GuideCards
        marks={marks}
        guides={guides}
        to={createApplicationPath}
        search={kept}
        isFeatured={isFeatured}
        last={last}
      />
    </section>
  );
}

type CategoryChipsProps = { value: string | undefined; onChange: (value: string | undefined) => void };

function CategoryChips({ value, onChange }: CategoryChipsProps) {
  const { t } = useTranslation();
  const chips = [
    { value: undefined, label: t('guides.all') },
    ...categories.map((category) => ({
      value: category,
      label: categoryLabel(t, category),
    })),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, these are buttons
    <div className={classes.chips} role="group" aria-label={t('guides.category')}>
      {chips.map((chip) => (
        <button
          key={chip.label}
          type="button"
          className={classes.chip}
          aria-pressed={chip.value === value}
          onClick={() => onChange(chip.value)}
        >
          {chip.label}
        </button>
      ))}
    </div>
  );
}
