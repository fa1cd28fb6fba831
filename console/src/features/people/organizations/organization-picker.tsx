import { organizationsApi } from '@postern/contracts/people/organizations';
import { IconBuilding } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { PickFound, type PickProps, usePickSearch } from '#platform/pick/pick-found.tsx';
import { Tile } from '#platform/ui/tile.tsx';

type OrganizationPickerProps = PickProps & {
  /** Ids of organizations that cannot be picked. */
  without: ReadonlySet<string>;
};

export function OrganizationPicker({ without, ...props }: OrganizationPickerProps) {
  const { t } = useTranslation();
  const find = usePickSearch();
  const { page, page_size } = find.query;
  const query = { q: find.search || undefined, page, page_size };
  const read = useReadPage(organizationsApi.list, { query }, { quiet: true, staleTime: 0 });
  const isNone = read.data?.total === 0;
  return (
    <PickFound
      {...props}
      label={t('nav.organizations')}
      searchLabel={t('organizations.searchPlaceholder')}
      empty={t(isNone ? 'organizations.ofHolder.none' : 'organizations.ofHolder.noneLeft')}
      find={find}
      read={read}
      item={({ id, name, description }) =>
        without.has(id) ? undefined : { id, label: name, note: description || id, image: <Tile icon={IconBuilding} /> }
      }
      autoFocus
    />
  );
}
