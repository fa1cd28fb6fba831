import { AppError } from '#platform/http/errors';
import { showGroup, showUser } from './answer.ts';
import { listOf, scimLimits } from './discovery.ts';
import { countGroups, listGroups } from './groups.store.ts';
import { baseOf, type Kind, schemaOf } from './operate.ts';
import { type Filter, parseFilter } from './parse.ts';
import type { Directory } from './provision-user.ts';
import type { Resource } from './read-resource.ts';
import { isSelected, readSelection, type Selection, select } from './show.ts';
import { countDirectoryUsers, listDirectoryUsers, type Slice } from './users.store.ts';

type Given = Record<string, unknown>;
type Found = { total: number; resources: object[] };

const kinds = ['Users', 'Groups'] as const;
const maxStart = 1_000_000;

/** Invalid numbers fall back to the defaults (RFC 7644 §3.4.2.4). */
function numberOf(value: unknown, fallback: number): number {
  const number = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? Math.trunc(number) : fallback;
}

const readSlice = ({ startIndex, count }: Given): Slice => ({
  offset: Math.min(Math.max(numberOf(startIndex, 1), 1), maxStart) - 1,
  limit: Math.min(Math.max(numberOf(count, scimLimits.maxResults), 0), scimLimits.maxResults),
});

function readFilter({ filter }: Given): string {
  if (filter !== undefined && typeof filter !== 'string') {
    throw new AppError('scim.invalid_filter', { values: { details: 'The filter must be one text.' } });
  }
  return filter ?? '';
}

async function find(
  directory: Directory,
  kind: Kind,
  filter: Filter | undefined,
  slice: Slice,
  selection: Selection,
): Promise<Found> {
  const { app, tenantId, connectorId } = directory;
  const withMembers = isSelected(schemaOf.Groups, selection, 'members');
  const base = baseOf(directory);
  return app.tenancy.read(tenantId, async (db) => {
    const total = await (kind === 'Users' ? countDirectoryUsers : countGroups)(db, connectorId, filter);
    const found: Resource[] =
      total <= slice.offset || slice.limit === 0
        ? []
        : kind === 'Users'
          ? (await listDirectoryUsers(db, connectorId, filter, slice)).map((row) => showUser(base, row))
          : (await listGroups(db, connectorId, filter, { ...slice, withMembers })).map((row) => showGroup(base, row));
    return { total, resources: found.map((one) => select(schemaOf[kind], one, selection)) };
  });
}

export async function search(directory: Directory, kind: Kind, given: Given): Promise<object> {
  const text = readFilter(given);
  const filter = text ? parseFilter(text, schemaOf[kind]) : undefined;
  const slice = readSlice(given);
  const selection = readSelection(given.attributes, given.excludedAttributes);
  const { total, resources } = await find(directory, kind, filter, slice, selection);
  return listOf(resources, total, slice.offset + 1);
}

/** Users, then groups (RFC 7644 §3.4.2.1). */
export async function searchAll(directory: Directory, given: Given): Promise<object> {
  const text = readFilter(given);
  const filters = kinds.map((kind) =>
    text
      ? parseFilter(
          text,
          schemaOf[kind],
          kinds.filter((one) => one !== kind).map((one) => schemaOf[one]),
        )
      : undefined,
  );
  const { offset, limit } = readSlice(given);
  const selection = readSelection(given.attributes, given.excludedAttributes);
  let total = 0;
  const resources: object[] = [];
  for (const [index, kind] of kinds.entries()) {
    const slice = { offset: Math.max(offset - total, 0), limit: limit - resources.length };
    const found = await find(directory, kind, filters[index], slice, selection);
    total += found.total;
    resources.push(...found.resources);
  }
  return listOf(resources, total, offset + 1);
}
