import { expect, test } from 'vitest';
import { findLinks, judgeLinks } from './check-slices.mjs';

const judge = (files) => judgeLinks(findLinks(Object.entries(files), '#features/'));

test('a slice may use its own wing and earlier wings', () => {
  expect(
    judge({
      'people/users/store.ts': "import { getRole } from '#features/access/roles';",
      'people/user-views/routes.ts': "import { listUsers } from '../users/index.ts';",
    }),
  ).toEqual([]);
});

test('a slice may not use a later wing, not even for a type or on demand', () => {
  expect(
    judge({
      'access/roles/routes.ts': "import type { User } from '#features/people/users';",
      'records/audit/index.ts': "const load = () => import('#features/cloud/tenants');",
    }),
  ).toEqual([
    'access/roles/routes.ts uses people/users: the wing access comes before people',
    'records/audit/index.ts uses cloud/tenants: the wing records comes before cloud',
  ]);
});

test('reports a cycle between slices once', () => {
  expect(
    judge({
      'people/users/index.ts': "import '#features/people/user-jobs';",
      'people/user-jobs/index.ts': "import type { View } from '../user-views/index.ts';",
      'people/user-views/index.ts': "import '#features/people/users';",
    }),
  ).toEqual(['circle: people/user-jobs → people/user-views → people/users → people/user-jobs']);
});

test('without wings a folder is a slice, and circles are found all the same', () => {
  const files = {
    'password/index.ts': "import { CodePage } from '../verification-code/index.tsx';",
    'verification-code/index.tsx': "import '../password/index.ts';",
    'index.ts': "import './password/index.ts';",
  };
  expect(judgeLinks(findLinks(Object.entries(files), '../steps/', false))).toEqual([
    'circle: password → verification-code → password',
  ]);
});
