import { expect, test } from 'vitest';
import { noLargeTables, planMigration, splitStatements } from './plan-migration.ts';

const large = { plain: new Set(['users']), partitioned: new Set(['logs']) };
const show = (sql: string, done?: number) =>
  planMigration(sql, large, done).map(({ kind, statements }) => `${kind}: ${statements.join('; ')}`);

test('statements end at a semicolon outside of texts, comments and functions', () => {
  const body = "create function f() returns void language sql as $x$ select 1; select '$$;' $x$";
  expect(splitStatements(`select ';'; -- a; b\nselect ";"; /* ; */ select 2;\n${body};\n-- end;\n`)).toEqual([
    "select ';'",
    '-- a; b\nselect ";"',
    '/* ; */ select 2',
    body,
  ]);
});

test('a migration of a small database is one transaction', () => {
  const sql = 'alter table users add a int; create index i on users (a); select 1';
  expect(planMigration(sql, noLargeTables)).toEqual([
    {
      kind: 'transaction',
      statements: ['alter table users add a int', 'create index i on users (a)', 'select 1'],
      through: 3,
    },
  ]);
});

test('indexes of large tables are built outside of the transaction, with the text of the file', () => {
  expect(show("select 1; create unique index i\n  on users (a) where b = 'Ab'; select 2")).toEqual([
    'transaction: select 1',
    "alone: create unique index concurrently if not exists i on users (a) where b = 'Ab'",
    'transaction: select 2',
  ]);
  expect(show('create index i on logs (a); create index j on other (a)')).toEqual([
    'transaction: create index i on only logs (a); create index j on other (a)',
  ]);
});

test('an index that is built anew is used until its successor is complete', () => {
  expect(show('drop index i; create index i on users (a); drop index j')).toEqual([
    'alone: create index concurrently if not exists i__next on users (a)',
    'transaction: drop index i; alter index i__next rename to i; drop index j',
  ]);
});

test('comments start a transaction, or take a statement out of it', () => {
  expect(show('select 1; -- next transaction\nselect 2; -- outside of a transaction\nselect 3')).toEqual([
    'transaction: select 1',
    'transaction: -- next transaction\nselect 2',
    'alone: -- outside of a transaction\nselect 3',
  ]);
});

test('an interrupted migration continues after its last step', () => {
  const sql = 'drop index i; create index i on users (a); select 2';
  expect(show(sql, 1.5)).toEqual(['transaction: drop index i; alter index i__next rename to i; select 2']);
  expect(show(sql, 2)).toEqual(['transaction: select 2']);
});
