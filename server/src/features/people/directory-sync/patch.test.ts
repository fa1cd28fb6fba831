import { describe, expect, test } from 'vitest';
import { AppError } from '#platform/http/errors';
import { applyOperations, readOperations } from './patch.ts';
import { type Resource, readResource } from './read-resource.ts';
import { groupSchema, schemaIds, userSchema } from './schema.ts';

const base: Resource = {
  userName: 'ada@acme.example',
  active: true,
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [
    { value: 'ada@acme.example', type: 'work', primary: true },
    { value: 'ada@home.example', type: 'home' },
  ],
  [schemaIds.enterprise]: { department: 'IT', manager: { value: 'm1', displayName: 'Charles' } },
};

const patch = (...operations: object[]) =>
  applyOperations(userSchema, base, readOperations({ schemas: [schemaIds.patch], Operations: operations }, userSchema));

const refusalOf = (...operations: unknown[]) => {
  try {
    applyOperations(userSchema, base, readOperations({ Operations: operations }, userSchema));
    return undefined;
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
};

describe('operations of Entra ID', () => {
  test('have capital letters and texts for flags', () => {
    expect(patch({ op: 'Replace', path: 'active', value: 'False' })).toMatchObject({ active: false });
    expect(patch({ op: 'Add', path: 'active', value: 'True' })).toMatchObject({ active: true });
  });

  test('change one address by its type, and add it if there is none', () => {
    const changed = patch({ op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@acme.example' });
    expect(changed.emails).toEqual([
      { value: 'new@acme.example', type: 'work', primary: true },
      { value: 'ada@home.example', type: 'home' },
    ]);
    const added = patch({ op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+49 30 1234' });
    expect(added.phoneNumbers).toEqual([{ type: 'mobile', value: '+49 30 1234' }]);
    const street = patch({ op: 'Add', path: 'addresses[type eq "work"].streetAddress', value: 'Hill 1' });
    expect(street.addresses).toEqual([{ type: 'work', streetAddress: 'Hill 1' }]);
  });

  test('set attributes of the enterprise extension by full names, with the manager as a plain ID', () => {
    const changed = patch(
      { op: 'Add', path: `${schemaIds.enterprise}:department`, value: 'Sales' },
      { op: 'Replace', path: `${schemaIds.enterprise}:manager`, value: 'm2' },
    );
    expect(changed[schemaIds.enterprise]).toEqual({
      department: 'Sales',
      manager: { value: 'm2' },
    });
    expect(patch({ op: 'Remove', path: `${schemaIds.enterprise}:manager` })[schemaIds.enterprise]).toEqual({
      department: 'IT',
    });
  });

  test('without a path have paths as keys', () => {
    const value = {
      displayName: 'Ada L.',
      'name.givenName': 'Augusta',
      'emails[type eq "home"].value': 'augusta@home.example',
      [`${schemaIds.enterprise}:costCenter`]: '42',
      unknownAttribute: 'ignored',
      id: 'ignored',
    };
    expect(patch({ op: 'replace', value })).toMatchObject({
      displayName: 'Ada L.',
      name: { givenName: 'Augusta', familyName: 'Lovelace' },
      emails: [{ type: 'work' }, { value: 'augusta@home.example' }],
      [schemaIds.enterprise]: { department: 'IT', costCenter: '42' },
    });
  });
});

describe('operations of Okta', () => {
  test('deactivate without a path', () => {
    expect(patch({ op: 'replace', value: { active: false } })).toEqual({ ...base, active: false });
  });

  test('replace the extension as a whole', () => {
    const changed = patch({ op: 'replace', path: schemaIds.enterprise, value: { Division: 'North' } });
    expect(changed[schemaIds.enterprise]).toEqual({ division: 'North' });
  });
});

test('lists: add merges, replace replaces, remove takes the matching or the named elements away', () => {
  const home = { value: 'ada@home.example', type: 'home' };
  const other = { value: 'x@acme.example', type: 'other', primary: true };
  expect(patch({ op: 'add', path: 'emails', value: [other] }).emails).toEqual([
    { value: 'ada@acme.example', type: 'work', primary: false },
    home,
    other,
  ]);
  expect(patch({ op: 'add', path: 'emails', value: [home] }).emails).toHaveLength(2);
  expect(patch({ op: 'replace', path: 'emails', value: home }).emails).toEqual([home]);
  expect(patch({ op: 'remove', path: 'emails[type eq "work"]' }).emails).toEqual([home]);
  expect(patch({ op: 'remove', path: 'emails', value: [{ value: 'ada@acme.example' }] }).emails).toEqual([home]);
  expect(patch({ op: 'remove', path: 'emails' }).emails).toBeUndefined();
  expect(patch({ op: 'remove', path: 'emails[type eq "none"]' }).emails).toEqual(base.emails);
});

test('complex values are merged, and an empty one disappears', () => {
  expect(patch({ op: 'replace', path: 'name', value: { givenName: 'A' } }).name).toEqual({
    givenName: 'A',
    familyName: 'Lovelace',
  });
  const changed = patch({ op: 'remove', path: 'name.givenName' }, { op: 'remove', path: 'name.familyName' });
  expect('name' in changed).toBe(false);
});

test('the resource itself is never changed', () => {
  const before = JSON.stringify(base);
  patch({ op: 'remove', path: 'emails' }, { op: 'replace', path: 'name.givenName', value: 'X' });
  expect(JSON.stringify(base)).toBe(before);
});

test.each([
  [{ op: 'move', path: 'title', value: 'x' }, 'scim.invalid_syntax'],
  [{ path: 'title', value: 'x' }, 'scim.invalid_syntax'],
  ['replace', 'scim.invalid_syntax'],
  [null, 'scim.invalid_syntax'],
  [{ op: 'remove' }, 'scim.no_target'],
  [{ op: 'replace', value: 'x' }, 'scim.invalid_value'],
  [{ op: 'replace', value: [1] }, 'scim.invalid_value'],
  [{ op: 'replace', path: 5, value: 'x' }, 'scim.invalid_path'],
  [{ op: 'replace', path: 'nothing', value: 'x' }, 'scim.invalid_path'],
  [{ op: 'replace', path: '__proto__.x', value: 'x' }, 'scim.invalid_path'],
  [{ op: 'replace', path: 'id', value: 'x' }, 'scim.mutability'],
  [{ op: 'replace', path: 'meta.version', value: 'x' }, 'scim.mutability'],
  [{ op: 'add', path: 'groups', value: [{ value: 'x' }] }, 'scim.mutability'],
  [{ op: 'replace', path: 'active', value: 'maybe' }, 'scim.invalid_value'],
  [{ op: 'replace', path: 'active', value: { value: true } }, 'scim.invalid_value'],
  [{ op: 'replace', path: 'displayName', value: { a: 1 } }, 'scim.invalid_value'],
  [{ op: 'replace', path: 'displayName', value: 'x'.repeat(5000) }, 'scim.invalid_value'],
  [{ op: 'add', path: 'emails', value: Array(300).fill({ value: 'x' }) }, 'scim.invalid_value'],
  [{ op: 'replace', path: 'name', value: 'Ada' }, 'scim.invalid_value'],
  [{ op: 'add', path: 'emails[type sw "w"].value', value: 'x' }, undefined],
  [{ op: 'add', path: 'emails[type sw "z"].value', value: 'x' }, 'scim.no_target'],
])('operation %# answers %s', (operation, code) => {
  expect(refusalOf(operation)).toBe(code);
});

test('keys that JavaScript treats specially change nothing (attack 46)', () => {
  const value = JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {"isAdmin": true}}}');
  const changed = patch({ op: 'replace', value }, { op: 'replace', path: 'name', value });
  expect(changed).toEqual(base);
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
});

test.each([
  [[]],
  [{}],
  [{ Operations: [] }],
  [{ Operations: 'x' }],
  [null],
  ['x'],
  [{ Operations: Array(1001).fill({ op: 'add' }) }],
])('a body without a usable list of operations is refused (%#)', (body) => {
  expect(() => readOperations(body, userSchema)).toThrow(AppError);
});

test('a resource is read with names in any case; unknown and read-only attributes are ignored', () => {
  const body = {
    schemas: [schemaIds.user],
    USERNAME: 'ada',
    Active: 'true',
    password: 'secret',
    id: 'x',
    groups: [{ value: 'admins' }],
    emails: { value: 'ada@acme.example' },
    favoriteColor: 'blue',
    [schemaIds.enterprise.toUpperCase()]: { Department: 'IT', secret: 1 },
  };
  expect(readResource(userSchema, body)).toEqual({
    userName: 'ada',
    active: true,
    emails: [{ value: 'ada@acme.example' }],
    [schemaIds.enterprise]: { department: 'IT' },
  });
});

test.each([
  [userSchema, {}],
  [userSchema, { userName: '' }],
  [userSchema, { userName: ['a', 'b'] }],
  [userSchema, { userName: 'a', schemas: [schemaIds.group] }],
  [userSchema, { userName: 'a', emails: 'x'.repeat(5000) }],
  [userSchema, []],
  [userSchema, undefined],
  [groupSchema, { members: [] }],
])('an incomplete resource is refused (%#)', (schema, body) => {
  expect(() => readResource(schema, body)).toThrow(AppError);
});
