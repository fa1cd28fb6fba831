import { Textarea } from '@mantine/core';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckBox } from '#platform/form/check-box.tsx';
import { SearchField } from '#platform/list/toolbar.tsx';
import classes from './content.module.css';
import type { Sentences } from './form.ts';

type SentenceTableProps = {
  rows: Sentences;
  /** The text that the pages show for an empty row: our phrase, or the tenant's under another key. */
  shown: Sentences;
  own: Sentences;
  language: string;
  onChange: (key: string, text: string) => void;
};

export function SentenceTable({ rows, shown, own, language, onChange }: SentenceTableProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [onlyChanged, setOnlyChanged] = useState(false);
  const wanted = search.toLowerCase();
  const found = Object.entries(rows).filter(
    ([key, source]) =>
      (!onlyChanged || own[key] || shown[key] !== source) &&
      [key, source, shown[key] ?? '', own[key] ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <div className={classes.tools}>
        <SearchField
          label={t('signInExperience.wording.search')}
          placeholder={t('signInExperience.wording.search')}
          value={search}
          onSearch={setSearch}
        />
        <CheckBox label={t('signInExperience.wording.onlyOwn')} checked={onlyChanged} onCheck={setOnlyChanged} />
      </div>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('signInExperience.wording.source')}</th>
              <th scope="col">{t('signInExperience.wording.own')}</th>
            </tr>
          </thead>
          <tbody>
            {found.map(([key, source]) => (
              <Sentence
                key={key}
                name={key}
                source={source}
                shown={shown[key] ?? source}
                own={own[key] ?? ''}
                language={language}
                onChange={onChange}
              />
            ))}
          </tbody>
        </table>
        {found.length === 0 && <p className={classes.nothing}>{t('list.nothingFound')}</p>}
      </div>
    </>
  );
}

type SentenceProps = {
  name: string;
  source: string;
  shown: string;
  own: string;
  language: string;
  onChange: (key: string, text: string) => void;
};

// Memoized: there are hundreds of rows, and one changes at a time.
const Sentence = memo(
  function Sentence({ name, source, shown, own, language, onChange }: SentenceProps) {
    return (
      <tr>
        <th scope="row">
          <code className={classes.key}>{name}</code>
          {source}
        </th>
        <td>
          <Textarea
            aria-label={name}
            placeholder={shown}
            value={own}
            lang={language}
            rows={Math.min(4, Math.ceil(Math.max(shown.length, own.length) / 34))}
            onChange={(event) => onChange(name, event.currentTarget.value)}
          />
        </td>
      </tr>
    );
  },
  (before, after) => before.own === after.own && before.source === after.source && before.shown === after.shown,
);
