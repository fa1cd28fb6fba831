import { expect, test } from 'vitest';
import { readEffects } from './preflight.ts';

test.each([
  ['alter table users add column x int', [{ table: 'users', action: 'alter table', lock: 'all access' }]],
  ['ALTER TABLE IF EXISTS ONLY "users"\n  add x int', [{ table: 'users', action: 'alter table', lock: 'all access' }]],
  ['create unique index a on users (b)', [{ table: 'users', action: 'create index', lock: 'writes' }]],
  [
    'create index if not exists a\n  on public.users using gin (b)',
    [{ table: 'users', action: 'create index', lock: 'writes' }],
  ],
  [
    'create trigger t after insert on users for each row execute function f()',
    [{ table: 'users', action: 'create trigger', lock: 'writes' }],
  ],
  [
    'update users set a = 1; delete from logs',
    [
      { table: 'users', action: 'update', lock: 'rows' },
      { table: 'logs', action: 'delete', lock: 'rows' },
    ],
  ],
  [
    'alter table users add a int; alter table users add b int',
    [{ table: 'users', action: 'alter table', lock: 'all access' }],
  ],
  ['create table t (id int); create index i on t (id); insert into t values (1)', []],
  ['-- alter table users\nselect 1', []],
  ['create function f() returns void language sql as $$ update users set a = 1; $$', []],
  ['create function f() returns void language sql as $body$ delete from users; $body$; grant select on users to x', []],
])('%s', (text, effects) => {
  expect(readEffects(text)).toEqual({ effects, hasCode: false });
});

test('a block of code is reported, because it is not analyzed', () => {
  expect(readEffects('do $$ begin update users set a = 1; end $$')).toEqual({ effects: [], hasCode: true });
});
