import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { assistantApi } from '@postern/contracts/help/assistant';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { SidePanel } from '#platform/ui/side-panel.tsx';
import classes from './assistant.module.css';
import { Examples } from './examples.tsx';
import { closeAssistant, useAssistantOpen } from './open.ts';
import { PassageList } from './passage-list.tsx';

const maxLength = 200;

export type WindowProps = {
  /** The menu of ways to get help. */
  help: ReactNode;
  /** Escape closes a dialog above the window. */
  keepsEscape: boolean;
};

/** Finds sections of the documentation, while the words are typed. Each question is searched for itself. */
export function SearchPanel({ help, keepsEscape }: WindowProps) {
  const { t } = useTranslation();
  const isOpen = useAssistantOpen();
  const [typed, setTyped] = useState('');
  return (
    <SidePanel
      isOpen={isOpen}
      onClose={closeAssistant}
      title={t('shell.ask')}
      width={480}
      actions={help}
      keepsEscape={keepsEscape}
    >
      <div className={classes.searchHead}>
        <TextInput
          data-autofocus
          type="search"
          aria-label={t('assistant.search.label')}
          placeholder={t('assistant.search.placeholder')}
          leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          maxLength={maxLength}
          autoComplete="off"
        />
      </div>
      <div className={classes.body}>
        {typed.trim() === '' ? (
          <>
            <p className={classes.intro}>{t('assistant.search.intro')}</p>
            <Examples onChoose={setTyped} />
          </>
        ) : (
          <Results typed={typed.trim()} />
        )}
      </div>
      <p className={classes.searchFoot}>{t('assistant.search.stays')}</p>
    </SidePanel>
  );
}

function Results({ typed }: { typed: string }) {
  const { t } = useTranslation();
  const [q] = useDebouncedValue(typed, 150);
  const { data, error, refetch } = useRead(
    assistantApi.search,
    { query: { q } },
    { quiet: true, keep: true, staleTime: Number.POSITIVE_INFINITY },
  );
  if (error) {
    return <LoadFailed error={error} retry={refetch} isPart />;
  }
  return (
    <section aria-label={t('assistant.search.results')} aria-live="polite" aria-busy={!data || q !== typed}>
      {!data && <p className={classes.note}>{t('assistant.running')}</p>}
      {data?.length === 0 && <p className={classes.note}>{t('assistant.nothing')}</p>}
      {data && data.length > 0 && <PassageList passages={data} hasExcerpts />}
    </section>
  );
}
