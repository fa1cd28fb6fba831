import type { AnyEndpoint } from '@postern/contracts/endpoint';
import type { Json } from './mutate.ts';

/** Stands for the id of an object that exists. */
export const anyId = 'aaaaaaaaaaaa';

const maxIds = 20;

const kindOf = (name: string) =>
  `${name.replace(/Ids?$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}s`;

/** The parameters of a path, each with the word before it: `users` of `/api/users/:userId`. */
const placesOf = (path: string) => path.split('/').map((part, index, parts) => [part, parts[index - 1] ?? ''] as const);

/**
 * Ids in answers of the server, by the kind of object. Later inputs use them, so they reach more than a 404. Without those
 * to keep: the tokens depend on them.
 */
export function foundIds(creators: Record<string, () => Promise<string>>, kept: readonly string[]) {
  const ids = new Map<string, string[]>();
  let turn = 0;
  const add = (kind: string, id: unknown) => {
    if (typeof id === 'string' && id !== '' && id.length < 200 && !kept.includes(id)) {
      ids.set(kind, [...(ids.get(kind) ?? []).filter((other) => other !== id), id].slice(-maxIds));
    }
  };
  const pick = (kind: string): string | undefined => {
    const known = ids.get(kind) ?? [];
    turn += 1;
    return known[turn % known.length];
  };
  const create = async (kind: string) => add(kind, await creators[kind]?.());

  function fill(value: Json, kind = ''): Json {
    if (value === anyId && kind !== '') {
      return pick(kind) ?? value;
    }
    if (Array.isArray(value)) {
      return value.map((item) => fill(item, kind));
    }
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, fill(part, /Ids?$/.test(name) ? kindOf(name) : '')]),
      );
    }
    return value;
  }

  return {
    add,
    pick,
    createAll: () => Promise.all(Object.keys(creators).map(create)),
    /** Replaces ids in a body by those of existing objects. */
    fill: (body: Json): Json => (JSON.stringify(body)?.includes(anyId) ? fill(body) : body),
    /** Reads the ids in an answer. */
    note({ path, method }: AnyEndpoint, answer: unknown): void {
      const parts = path.split('/');
      const kind = parts.findLast((part) => !part.startsWith(':')) ?? '';
      for (const one of Array.isArray(answer) ? answer.slice(0, maxIds) : [answer]) {
        add(kind, one?.id);
        add('verifications', one?.verificationId ?? one?.verificationRecordId);
        add('verification-records', one?.verificationRecordId);
      }
      if (method === 'POST' && kind === 'sso-connectors') {
        add('connectors', (answer as { id?: string } | undefined)?.id);
      }
    },
    /** Creates another object if the only one of a kind was deleted. */
    async noteDeletion(path: string, url: string): Promise<void> {
      const last = placesOf(path).at(-1);
      const id = decodeURIComponent(url.split('/').at(-1) ?? '');
      if (!last?.[0].startsWith(':')) {
        return;
      }
      const [, kind] = last;
      ids.set(
        kind,
        (ids.get(kind) ?? []).filter((other) => other !== id),
      );
      if (ids.get(kind)?.length === 0) {
        await create(kind);
      }
    },
    /** Fills the parameters of a path. */
    pathOf: (path: string, fillWith: (name: string, kind: string) => string): string =>
      placesOf(path)
        .map(([part, kind]) => (part.startsWith(':') ? encodeURIComponent(fillWith(part.slice(1), kind)) : part))
        .join('/'),
  };
}

export type FoundIds = ReturnType<typeof foundIds>;
