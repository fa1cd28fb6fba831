import { useDebouncedValue } from '@mantine/hooks';
import { normalizeEmail } from '@postern/contracts/normalize';
import { usersApi } from '@postern/contracts/people/users';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { identifierFields } from './identifier-fields.ts';
import { labelOf } from './label.ts';

const pause = 400;

/** While an identifier is typed: the user who already has it. The server makes the final decision on save. */
export function useTaken(
  field: keyof typeof identifierFields,
  text: string,
  { ownId, isChanged }: { ownId: string | undefined; isChanged: boolean },
): string | undefined {
  const { t } = useTranslation();
  const given = identifierFields[field].safeParse(text).data ?? '';
  const wanted = field === 'primaryEmail' ? normalizeEmail(given) : given;
  const [settled] = useDebouncedValue(wanted, pause);
  const isAsked = isChanged && wanted !== '' && settled === wanted;
  const query = {
    [`search.${field}`]: wanted,
    [`mode.${field}`]: 'exact',
    isCaseSensitive: 'true',
    page: '1',
    page_size: '1',
  };
  const read = useReadPage(usersApi.list, { query }, { enabled: isAsked, quiet: true, keep: false, staleTime: 10_000 });
  const owner = isAsked ? read.data?.items.find(({ id }) => id !== ownId) : undefined;
  return owner && t('userDetails.taken', { name: labelOf(owner) });
}
