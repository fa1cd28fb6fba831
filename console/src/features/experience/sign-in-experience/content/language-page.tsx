import { customPhrasesApi, LanguageTag } from '@postern/contracts/experience/custom-phrases';
import type { Phrases } from '@postern/contracts/experience-phrases/en';
import { phrasesOf } from '@postern/contracts/experience-phrases/index';
import { useQuery } from '@tanstack/react-query';
import { languagePath } from '#paths/sign-in-experience.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { wordingsOf } from '../preview/languages.ts';
import { WordingEditor } from './wording-editor.tsx';

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
