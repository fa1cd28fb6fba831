import { Button } from '@mantine/core';
import { customPhrasesApi, LanguageTag, type Translation } from '@postern/contracts/experience/custom-phrases';
import type { Phrases } from '@postern/contracts/experience-phrases/en';
import { phrasesOf } from '@postern/contracts/experience-phrases/index';
import { mergePhrases } from '@postern/contracts/experience-phrases/merge';
import { wirePartOf, wordingFromWire } from '@postern/contracts/experience-phrases/wire/convert';
import { supportedLanguages } from '@postern/contracts/wire';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contentPath, languagePath } from '#paths/sign-in-experience.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCardSkeleton, ListCard } from '#platform/detail/form-card.tsx';
import { SaveBar } from '#platform/detail/save-bar.tsx';
import { useUnsavedGuard } from '#platform/detail/unsaved-guard.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { usePreviewDirty, usePreviewWording } from '../preview/draft.tsx';
import { nameOfLanguage, wordingsOf } from '../settings.ts';
import { useExperience } from '../shared/experience-form.ts';
import classes from './content.module.css';
import { flatten, type Sentences, unflatten } from './form.ts';
import { SentenceTable } from './sentence-table.tsx';

/** The built-in phrases of the language, or English if there are none. */
const builtIn = async (language: string): Promise<Phrases> =>
  (await phrasesOf(language)?.()) ?? (await import('@postern/contracts/experience-phrases/en')).en;

/** Edits all phrases of the sign-in pages in one language. */
export function LanguagePage() {
  const { languageTag } = usePathParams(languagePath);
  const saved = useRead(customPhrasesApi.list, {});
  const source = useQuery({
    queryKey: ['experience-phrases', languageTag],
    queryFn: () => builtIn(languageTag),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!LanguageTag.safeParse(languageTag).success) {
    return <NotFound />;
  }
  if (saved.error && !saved.data) {
    return <LoadFailed error={saved.error} retry={saved.refetch} />;
  }
  if (!saved.data || !source.data) {
    return (
      <Cards>
        <FormCardSkeleton fields={6} />
      </Cards>
    );
  }
  return (
    <WordingEditor
      key={languageTag}
      language={languageTag}
      source={source.data}
      saved={wordingsOf(saved.data)[languageTag]}
    />
  );
}

type WordingEditorProps = { language: string; source: Translation; saved: Translation | undefined };

function WordingEditor({ language, source, saved }: WordingEditorProps) {
  const { t } = useTranslation();
  const stored = useMemo(() => flatten(saved ?? {}), [saved]);
  const [own, setOwn] = useState<Sentences>(stored);
  const rows = useMemo(() => flatten(source), [source]);
  // Phrases under wire keys have no rows here. They are kept, and apply where a row is empty.
  const { kept, shown } = useMemo(() => keepWire(saved ?? {}, source), [saved, source]);
  const changes = Object.keys(rows).filter((key) => (own[key] ?? '') !== (stored[key] ?? '')).length;
  const phrases = mergePhrases(kept, unflatten(own, shown));
  usePreviewWording(language, phrases);
  usePreviewDirty(changes > 0);
  useUnsavedGuard(changes > 0);
  const put = useWrite(customPhrasesApi.save, {
    onDone: ({ translation }) => {
      // The response of a write has passed the validation of phrases.
      setOwn(flatten(translation as Translation));
      showSuccess(t('states.saved'));
    },
  });
  const name = nameOfLanguage(language);
  return (
    <>
      <Cards>
        <div className={classes.back}>
          <PageLink to={contentPath} exact>
            <IconArrowLeft size={16} stroke={1.5} className="flip" aria-hidden />
            {t('signInExperience.languages.back')}
          </PageLink>
        </div>
        <ListCard
          title={t('signInExperience.wording.title', { language: name })}
          help={helpFor(t, kept)}
          action={saved && <RemoveButton language={language} name={name} />}
        >
          <SentenceTable
            rows={rows}
            shown={flatten(shown)}
            own={own}
            language={language}
            onChange={(key, text) => setOwn((before) => ({ ...before, [key]: text }))}
          />
        </ListCard>
      </Cards>
      <SaveBar
        changes={changes}
        saving={put.isPending}
        onSave={() => put.mutate({ params: { languageTag: language }, body: phrases })}
        onDiscard={() => setOwn(stored)}
      />
    </>
  );
}

/** The phrases under wire keys, and our phrases merged with them. */
function keepWire(saved: Translation, source: Translation) {
  const worded = flatten(wordingFromWire(saved));
  return { kept: wirePartOf(saved), shown: unflatten({ ...flatten(source), ...worded }, source) };
}

const helpFor = (t: TFunction, kept: Translation) =>
  [t('signInExperience.wording.help'), Object.keys(kept).length > 0 && t('signInExperience.wording.kept')]
    .filter(Boolean)
    .join(' ');

function RemoveButton({ language, name }: { language: string; name: string }) {
  const { t } = useTranslation();
  const go = useGo();
  const { languageInfo } = useExperience();
  const isBuiltIn = supportedLanguages.some((tag) => tag === language);
  const remove = useWrite(customPhrasesApi.remove, {
    onDone: async () => {
      showSuccess(t('signInExperience.wording.removed'));
      await go(contentPath, {}, { force: true });
    },
  });
  const ask = async () => {
    const isSure = await confirm({
      title: t('signInExperience.wording.removeTitle', { language: name }),
      body: t(isBuiltIn ? 'signInExperience.wording.resetBody' : 'signInExperience.wording.removeBody'),
      confirm: t('signInExperience.wording.remove'),
      danger: true,
    });
    if (isSure) {
      remove.mutate({ params: { languageTag: language } });
    }
  };
  // The fallback language of the pages cannot be removed.
  return languageInfo.fallbackLanguage === language ? null : (
    <Button variant="danger" size="xs" onClick={() => void ask()}>
      {t('signInExperience.wording.remove')}
    </Button>
  );
}
