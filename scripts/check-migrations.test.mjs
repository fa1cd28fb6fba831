import { expect, test } from 'vitest';
import { judgeMigration, judgeNames } from './check-migrations.mjs';

test.each([
  ['alter table users drop column avatar', 'drop-column'],
  ['ALTER TABLE users\n  RENAME COLUMN a TO b', 'rename'],
  ['alter table users rename to people', 'rename'],
  ['drop table users', 'drop-table'],
  ['drop function count_rows()', 'drop-function'],
  ['alter table users alter column name set not null', 'set-not-null'],
  ['alter table users add column a int not null', 'add-not-null'],
  ['alter table users add column a int generated always as (1) stored', 'rewrite'],
  ["alter table users add column a bigint not null default nextval('s')", 'rewrite'],
  ['alter table users alter column id type bigint', 'rewrite'],
  ['alter table users add constraint c check (a > 0)', 'validate'],
  ['alter table users add foreign key (a) references b (id)', 'validate'],
  ['lock table users in access exclusive mode', 'lock'],
  ["set local lock_timeout = '1h'", 'lock-timeout'],
])('%s is refused', (text, rule) => {
  const problems = judgeMigration('0099_x.sql', text);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(`0099_x.sql: ${rule}: `);
  expect(judgeMigration('0099_x.sql', `-- exception ${rule}: the table never has more than ten rows\n${text}`)).toEqual(
    [],
  );
});

test.each([
  'alter table users add column a int',
  'alter table users add column a int not null default 0',
  'alter table users add column a int default 0 not null',
  'alter table users alter column name type text',
  'alter table users add constraint c check (a > 0) not valid',
  'create table t (id int not null); alter table t add foreign key (id) references users (id); create index i on t (id)',
  'create index i on users (name)',
  'update users set a = 1',
  '-- drop table users\nselect 1',
  'create function f() returns void language sql as $$ drop table users $$',
])('%s is accepted', (text) => {
  expect(judgeMigration('0099_x.sql', text)).toEqual([]);
});

test('an exception needs a known rule and a reason', () => {
  expect(judgeMigration('a.sql', '-- exception drop-column: old\nalter table users drop column a')).toEqual([
    'a.sql: the exception drop-column needs a reason',
  ]);
  expect(judgeMigration('a.sql', '-- exception anything: it is fine this time')).toEqual([
    'a.sql: there is no rule anything',
  ]);
});

test('variants and steps down belong to a migration', () => {
  const downTexts = new Map([['0001_a.sql', 'select 1']]);
  expect(judgeNames({ names: ['0001_a.sql'], online: ['0002_b.sql'], down: ['0001_a.sql'], downTexts })).toEqual([
    '0002_b.sql belongs to no migration',
    'down/0001_a.sql: "-- up again" is missing',
  ]);
});
