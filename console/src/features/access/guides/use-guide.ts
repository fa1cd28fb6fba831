import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { GuideId } from './catalogue.ts';
import { loadGuide, loadTexts } from './load-guide.ts';

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
