// Checks that migrations are safe while nodes of the previous release run, and block no table for long: see
// docs/decisions/0035-rollback-without-undoing.md. An exception is a comment in the file: `-- exception <rule>: <reason>`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Landed before this check. `npm run bench migrations` measures how long they block requests. */
const lastUnchecked = '0090_service_levels.sql';

const table = '(?:only )?"?(?:public\\.)?(\\w+)"?';

const rules = [
  {
    name: 'drop-column',
    pattern: new RegExp(`^alter table (?:if exists )?${table} .*\\bdrop column\\b`),
    says: 'drops a column that the previous release reads',
  },
  {
    name: 'rename',
    pattern: new RegExp(`^alter table (?:if exists )?${table} .*\\brename\\b`),
    says: 'renames what the previous release reads',
  },
  {
    name: 'drop-table',
    pattern: new RegExp(`^drop table (?:if exists )?${table}`),
    says: 'drops a table that the previous release reads',
  },
  {
    name: 'drop-function',
    pattern: /^drop function (?:if exists )?(\w+)/,
    says: 'drops a function that the previous release may call',
    isFunction: true,
  },
  {
    name: 'set-not-null',
    pattern: new RegExp(`^alter table ${table} .*\\bset not null\\b`),
    says: 'refuses rows of the previous release, and reads the whole table under a lock',
  },
  {
    name: 'add-not-null',
    pattern: new RegExp(
      `^alter table ${table} .*\\badd (?:column )?(?!constraint)\\w+ [^,]*\\bnot null\\b(?![^,]*\\bdefault\\b)(?<!\\bdefault\\b[^,]*)`,
    ),
    says: 'adds a column without a default, so that rows of the previous release are refused',
  },
  {
    name: 'rewrite',
    pattern: new RegExp(
      `^alter table ${table} .*(?:\\bgenerated always as\\b|\\bdefault (?:nextval|gen_random_uuid|clock_timestamp|random)\\b|\\balter (?:column )?\\w+ (?:set data )?type (?!text\\b))`,
    ),
    says: 'rewrites the table and blocks all readers meanwhile',
  },
  {
    name: 'validate',
    pattern: new RegExp(
      `^alter table ${table} .*\\badd (?:constraint \\w+ )?(?:check|foreign key)\\b(?!.*\\bnot valid\\b)`,
    ),
    says: 'reads the whole table under a lock: add "not valid", and validate it in a later transaction',
  },
  {
    name: 'lock',
    pattern: new RegExp(`^(?:lock table|lock|truncate|cluster|vacuum full|reindex) ${table}`),
    says: 'locks the table',
  },
  {
    name: 'lock-timeout',
    pattern: /^set (?:local |session )?lock_timeout/,
    says: 'changes the lock timeout that the migrator sets',
    isGlobal: true,
  },
];

/** Statements in lower case, without comments and without the bodies of functions. */
const statementsOf = (text) =>
  text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .split(';')
    .map((one) => one.trim().replaceAll(/\s+/g, ' ').toLowerCase())
    .filter(Boolean);

const createdTables = (statements) =>
  statements.flatMap((one) => new RegExp(`^create table (?:if not exists )?${table}`).exec(one)?.[1] ?? []);

/** The problems of one migration, a sentence each. */
export function judgeMigration(name, text) {
  const exceptions = new Map(
    [...text.matchAll(/^-- exception ([\w-]+): *(.*)$/gm)].map(([, rule, reason]) => [rule, reason]),
  );
  const statements = statementsOf(text);
  const own = new Set(createdTables(statements));
  const known = new Set(rules.map((rule) => rule.name));
  const problems = [...exceptions].flatMap(([rule, reason]) => [
    ...(known.has(rule) ? [] : [`${name}: there is no rule ${rule}`]),
    ...(reason.split(' ').length < 4 ? [`${name}: the exception ${rule} needs a reason`] : []),
  ]);
  for (const statement of statements) {
    for (const { name: rule, pattern, says } of rules) {
      const found = pattern.exec(statement);
      if (found && !own.has(found[1]) && !exceptions.has(rule)) {
        problems.push(`${name}: ${rule}: ${found[1] ? `${found[1]}: ` : ''}${says}`);
      }
    }
  }
  return problems;
}

/** `names` are the files of the folder; `online` and `down` those of its subfolders, which belong to a file each. */
export function judgeNames({ names, online, down, downTexts }) {
  return [
    ...[...online, ...down].filter((name) => !names.includes(name)).map((name) => `${name} belongs to no migration`),
    ...down
      .filter((name) => !downTexts.get(name)?.includes('-- up again'))
      .map((name) => `down/${name}: "-- up again" is missing`),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../server/migrations/', import.meta.url));
  const list = (path) =>
    existsSync(path)
      ? readdirSync(path)
          .filter((name) => name.endsWith('.sql'))
          .sort()
      : [];
  const [names, online, down] = [list(folder), list(join(folder, 'online')), list(join(folder, 'down'))];
  const read = (name) => readFileSync(join(folder, name), 'utf8');
  const problems = [
    ...names.filter((name) => name > lastUnchecked).flatMap((name) => judgeMigration(name, read(name))),
    ...judgeNames({ names, online, down, downTexts: new Map(down.map((name) => [name, read(`down/${name}`)])) }),
  ];
  for (const problem of problems) {
    console.error(problem);
  }
  process.exitCode = problems.length > 0 ? 1 : 0;
}
