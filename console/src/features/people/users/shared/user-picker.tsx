import { usersApi } from '@postern/contracts/people/users';
import { useReadPage } from '#platform/client/use-read.ts';
import { nameOf } from '#platform/person.ts';
import { isNoneLeft, PickFound, type PickProps, usePickSearch } from '#platform/pick/pick-found.tsx';
import { Avatar } from '#platform/ui/avatar.tsx';
import { labelOf, secondLabelOf } from './label.ts';

type UserPickerProps = PickProps & {
  /** Leaves out the users who have this role, or who are members of this organization. */
  without?: { excludeRoleId: string } | { excludeOrganizationId: string };
  words: { label: string; searchLabel: string; noneLeft: string; none: string };
  autoFocus?: boolean;
};

const fresh = { quiet: true, staleTime: 0 } as const;
const first = { page: '1', page_size: '1' } as const;

/** Picks users by any identifier. */
export function UserPicker({ without, words, ...props }: UserPickerProps) {
  const find = usePickSearch();
  const read = useReadPage(usersApi.list, { query: { ...find.query, ...without } }, fresh);
  const all = useReadPage(usersApi.list, { query: first }, { ...fresh, enabled: isNoneLeft(find, read) });
  return (
    <PickFound
      {...props}
      label={words.label}
      searchLabel={words.searchLabel}
      empty={all.data?.total === 0 ? words.none : words.noneLeft}
      find={find}
      read={read}
      item={(user) => ({
        id: user.id,
        label: labelOf(user),
        note: secondLabelOf(user),
        image: <Avatar key={user.avatar} name={nameOf(user)} src={user.avatar} size={24} />,
      })}
    />
  );
}
