import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { TabBody } from '../detail/tab-body.tsx';
import { EmptyArt } from '../feedback/art.tsx';
import { isReadOnly } from '../session/read-only.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { SearchField, Toolbar, ToolbarEnd } from './toolbar.tsx';

type ListTabProps<Row> = Omit<DataTableProps<Row, never>, 'empty'> & {
  /** Without `search` the list has no search field. */
  words: { search?: string; searchPlaceholder?: string; add: string; emptyTitle: string; emptyBody: string };
  /** The dialog that adds items. */
  dialog: (onClose: () => void) => ReactNode;
};

/** A list as the tab of a details page: search, items, and a dialog that adds more. */
export function ListTab<Row>({ words, dialog, ...table }: ListTabProps<Row>) {
  const { list, read } = table;
  const [isAdding, setAdding] = useState(false);
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  const addButton = !isReadOnly() && (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <TabBody>
      {!isEmpty && (
        <Toolbar>
          {words.search && (
            <SearchField
              label={words.search}
              placeholder={words.searchPlaceholder ?? words.search}
              value={list.search}
              onSearch={list.setSearch}
            />
          )}
          <ToolbarEnd isPending={!read.data && !read.error}>{addButton}</ToolbarEnd>
        </Toolbar>
      )}
      <DataTable
        {...table}
        empty={<EmptyState art={<EmptyArt />} title={words.emptyTitle} body={words.emptyBody} actions={addButton} />}
      />
      {isAdding && dialog(() => setAdding(false))}
    </TabBody>
  );
}
