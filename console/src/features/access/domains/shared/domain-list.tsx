import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { CardTableNote } from '#platform/detail/card-table.tsx';
import { ReadFailed } from '#platform/detail/token-parts.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { DomainRow } from './domain-row.tsx';

type Shown = ComponentProps<typeof DomainRow>['domain'];

type DomainListProps<One extends Shown> = {
  read: Pick<UseQueryResult<One[]>, 'data' | 'error' | 'refetch'>;
  /** Shown instead of an empty list. */
  none: string;
  activeHelp: string;
  onDelete: (domain: One) => void;
  /** Shown below the records of a domain. */
  more?: (domain: One) => ReactNode;
};

/** The domains of a tenant or of an application. */
export function DomainList<One extends Shown>({ read, none, activeHelp, onDelete, more }: DomainListProps<One>) {
  if (read.error && !read.data) {
    return <ReadFailed {...read} />;
  }
  if (!read.data) {
    return <Skeleton width="100%" height={40} />;
  }
  return read.data.length === 0 ? (
    <CardTableNote>{none}</CardTableNote>
  ) : (
    read.data.map((one) => (
      <DomainRow key={one.domain} domain={one} onDelete={() => onDelete(one)} activeHelp={activeHelp}>
        {more?.(one)}
      </DomainRow>
    ))
  );
}
