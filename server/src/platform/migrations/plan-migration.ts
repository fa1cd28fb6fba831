/** A part of a migration: statements of one transaction, or one statement that must run outside of a transaction. */
export type Step = {
  kind: 'transaction' | 'alone';
  /** For `alone`: an index that the statement builds. It is dropped first if an earlier attempt left it incomplete. */
  index?: string;
  statements: string[];
  /** The number of the last statement of the file that is done after this step. */
  through: number;
};

/** The end of a quoted text, a comment or the body of a function that starts at `start`; undefined for other text. */
function endOfQuoted(text: string, start: number): number | undefined {
  const rest = (mark: string, from: number) => {
    const end = text.indexOf(mark, from);
    return end === -1 ? text.length : end + mark.length;
  };
  if (text.startsWith('--', start)) {
    return rest('\n', start);
  }
  if (text.startsWith('/*', start)) {
    return rest('*/', start);
  }
  if (text[start] === "'" || text[start] === '"') {
    return rest(text[start], start + 1);
  }
  const tag = text[start] === '$' ? /^\$\w*\$/.exec(text.slice(start, start + 64))?.[0] : undefined;
  return tag ? rest(tag, start + tag.length) : undefined;
}

/** Statements with the comments before them. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const end = endOfQuoted(text, at);
    if (end === undefined && text[at] === ';') {
      statements.push(text.slice(from, at));
      from = at + 1;
    }
    at = end ?? at + 1;
  }
  return [...statements, text.slice(from)].map((one) => one.trim()).filter((one) => withoutComments(one) !== '');
}

/** With single spaces. */
const withoutComments = (statement: string) =>
  statement
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

const createIndex = /^create (unique )?index (?:if not exists )?(\w+) on (only )?(\w+) (.*)$/i;
const dropIndex = /^drop index (\w+)$/i;

/** Which existing tables are too large to build an index while writers wait. */
export type LargeTables = { plain: ReadonlySet<string>; partitioned: ReadonlySet<string> };

export const noLargeTables: LargeTables = { plain: new Set(), partitioned: new Set() };

type Planned = { statement: string; isAlone?: boolean; index?: string; startsNew?: boolean; through: number };

/** Comments before a statement that change how it runs. */
const marks = { alone: '-- outside of a transaction', next: '-- next transaction' };

/**
 * An index of a large table is built next to the work of others: with `concurrently`, or on the parent of partitions
 * only, whose own indexes are built afterwards. `dropped` are indexes that the file drops to build them anew: they are
 * used until their successor is complete.
 */
function planIndex(
  text: string,
  large: LargeTables,
  dropped: ReadonlySet<string>,
  through: number,
): Planned[] | undefined {
  const [, unique = '', name = '', only, table = '', rest] = createIndex.exec(text) ?? [];
  if (large.partitioned.has(table) && !only && !unique) {
    return [{ statement: `create index ${name} on only ${table} ${rest}`, through }];
  }
  if (!large.plain.has(table)) {
    return undefined;
  }
  const build = (as: string) => `create ${unique}index concurrently if not exists ${as} on ${table} ${rest}`;
  if (!dropped.has(name)) {
    return [{ statement: build(name), isAlone: true, index: name, through }];
  }
  const next = `${name}__next`;
  return [
    { statement: build(next), isAlone: true, index: next, through: through - 0.5 },
    { statement: `drop index ${name}`, startsNew: true, through },
    { statement: `alter index ${next} rename to ${name}`, through },
  ];
}

function planStatements(statements: string[], large: LargeTables): Planned[] {
  const texts = statements.map(withoutComments);
  const built = new Set(texts.flatMap((text) => planIndex(text, large, new Set(), 0)?.[0]?.index ?? []));
  const dropped = new Set(texts.flatMap((text) => dropIndex.exec(text)?.[1] ?? []).filter((name) => built.has(name)));
  return statements.flatMap((statement, index): Planned[] => {
    const through = index + 1;
    const text = texts[index] ?? '';
    if (dropped.has(dropIndex.exec(text)?.[1] ?? '')) {
      return [];
    }
    const isAlone = statement.includes(marks.alone);
    const startsNew = statement.includes(marks.next);
    return (
      (isAlone ? undefined : planIndex(text, large, dropped, through)) ?? [{ statement, isAlone, startsNew, through }]
    );
  });
}

/**
 * The steps of a migration, in order. On a small database that is one transaction. `done` statements were executed by
 * an attempt that was interrupted.
 */
export function planMigration(sql: string, large: LargeTables, done = 0): Step[] {
  const steps: Step[] = [];
  const remaining = planStatements(splitStatements(sql), large).filter(({ through }) => through > done);
  for (const { statement, isAlone, index, startsNew, through } of remaining) {
    const last = steps.at(-1);
    if (isAlone) {
      steps.push({ kind: 'alone', index, statements: [statement], through });
    } else if (last?.kind === 'transaction' && !startsNew) {
      last.statements.push(statement);
      last.through = through;
    } else {
      steps.push({ kind: 'transaction', statements: [statement], through });
    }
  }
  return steps;
}
