import { applicationsApi } from '@postern/contracts/access/applications';
import { useReadPage } from '#platform/client/use-read.ts';
import { isNoneLeft, PickFound, type PickProps, usePickSearch } from '#platform/pick/pick-found.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { kindIcons } from '../kinds.ts';

type MachinePickerProps = PickProps & {
  /** Leaves out the applications that have this role, or that are members of this organization. */
  without: { excludeRoleId: string } | { excludeOrganizationId: string };
  words: { label: string; searchLabel: string; noneLeft: string; none: string };
  autoFocus?: boolean;
};

const fresh = { quiet: true, staleTime: 0 } as const;
const first = { page: '1', page_size: '1', types: 'MachineToMachine' } as const;

/** Picks machine-to-machine applications. */
export function MachinePicker({ without, words, ...props }: MachinePickerProps) {
  const find = usePickSearch();
  const query = { ...find.query, ...without, types: 'MachineToMachine' } as const;
  const read = useReadPage(applicationsApi.list, { query }, fresh);
  const all = useReadPage(applicationsApi.list, { query: first }, { ...fresh, enabled: isNoneLeft(find, read) });
  return (
    <PickFound
      {...props}
      label={words.label}
      searchLabel={words.searchLabel}
      empty={all.data?.total === 0 ? words.none : words.noneLeft}
      find={find}
      read={read}
      item={({ id, name, type, description }) => ({
        id,
        label: name,
        note: description || id,
        image: <Tile icon={kindIcons[type]} />,
      })}
    />
  );
}
