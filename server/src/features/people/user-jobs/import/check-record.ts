import type { ErrorCode } from '@postern/contracts/errors';
import { fillSentence } from '@postern/contracts/field-issues';
import type { JsonObject } from '@postern/contracts/fields';
import { SetIdentity } from '@postern/contracts/people/user-identities';
import type { FirebaseParameters } from '@postern/contracts/people/user-imports';
import { CreateUser } from '@postern/contracts/people/users';
import { internalRolePrefix } from '@postern/contracts/wire';
import { z } from 'zod';
import { type BulkUser, internationalPhone } from '#features/people/users';
import { describeIssues } from '#platform/http/describe-issue';
import { AppError } from '#platform/http/errors';
import type { Finding } from '../kinds.ts';
import { isStorable } from './json.ts';
import {
  type GivenPassword,
  readBoolean,
  readNames,
  readObject,
  readPassword,
  readPhone,
  readText,
  readTime,
} from './read-values.ts';

export type CheckOptions = { keepIds: boolean; firebase?: FirebaseParameters | undefined };

/** A valid line or its errors; both may have warnings. */
export type Checked = {
  line: number;
  subject: string | undefined;
  user: BulkUser | undefined;
  /** Not hashed or verified yet: that is slow and only needed for valid lines. */
  password: GivenPassword | undefined;
  roles: string[];
  findings: Finding[];
};

type Fields = ReadonlyMap<string, unknown>;
type Report = (code: ErrorCode, field?: string, details?: string) => void;

const Identities = z.record(
  z
    .string()
    .min(1)
    .max(128)
    .regex(/^[^:]+$/),
  SetIdentity,
);
const Checkable = CreateUser.pick({
  username: true,
  primaryEmail: true,
  primaryPhone: true,
  name: true,
  avatar: true,
  customData: true,
  profile: true,
}).extend({ identities: Identities.optional() });

const codes: Record<string, ErrorCode> = {
  username: 'user_import.username_invalid',
  primaryEmail: 'user_import.email_invalid',
  primaryPhone: 'user.invalid_phone',
  avatar: 'user_import.avatar_invalid',
};

function under(fields: Fields, prefix: string): JsonObject {
  return Object.fromEntries(
    [...fields].flatMap(([field, value]) => (field.startsWith(prefix) ? [[field.slice(prefix.length), value]] : [])),
  );
}

const texts = (values: JsonObject) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, readText(value) ?? value]));

/** Builds the profile of the API from columns such as `profile.address.country`. */
function readProfile(fields: Fields): JsonObject | undefined {
  const address = texts(under(fields, 'profile.address.'));
  const plain = Object.fromEntries(
    Object.entries(texts(under(fields, 'profile.'))).filter(([key]) => !key.startsWith('address.')),
  );
  const profile = { ...plain, ...(Object.keys(address).length > 0 ? { address } : {}) };
  return Object.keys(profile).length > 0 ? profile : undefined;
}

/** A whole object, with single keys in addition. */
function readCustomData(fields: Fields, report: Report): JsonObject | undefined {
  const whole = fields.has('customData') ? readObject(fields.get('customData')) : {};
  if (!whole) {
    report('user_import.json_invalid', 'customData');
  }
  const data = { ...whole, ...under(fields, 'customData.') };
  return Object.keys(data).length > 0 ? data : undefined;
}

function readAs<T>(fields: Fields, field: string, read: (value: unknown) => T | undefined, report: () => void) {
  if (!fields.has(field)) {
    return undefined;
  }
  const value = read(fields.get(field));
  if (value === undefined) {
    report();
  }
  return value;
}

const trimmed = (value: unknown) => readText(value)?.trim() || undefined;

/** Advice for an invalid value; the default messages of zod are for developers. */
function adviceOf(issue: z.core.$ZodIssue): string | undefined {
  const [described] = describeIssues([issue], 1);
  return described && fillSentence(described.sentence, described.values);
}

/** The code describes the problem; adds only what it does not cover. */
function reportIssue(issue: z.core.$ZodIssue, report: Report): void {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'too_big') {
    report('user_import.value_too_long', field, `At most ${issue.maximum} characters.`);
    return;
  }
  const code = codes[String(issue.path[0])];
  report(code ?? 'user_import.value_invalid', field, code ? undefined : adviceOf(issue));
}

function checkPhone(phone: string | undefined, report: Report): string | undefined {
  try {
    return phone === undefined ? undefined : internationalPhone(phone);
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    report(error.code, 'primaryPhone');
    return undefined;
  }
}

function readId(fields: Fields, { keepIds }: CheckOptions, report: Report): string | undefined {
  const id = keepIds ? trimmed(fields.get('id')) : undefined;
  if (id !== undefined && !/^[\da-z]{12}$/.test(id)) {
    report('user_import.id_invalid', 'id');
  }
  return id;
}

function readUser(fields: Fields, options: CheckOptions, report: Report): BulkUser | undefined {
  const time = (field: string) => readAs(fields, field, readTime, () => report('user_import.time_invalid', field));
  const boolean = (field: string) =>
    readAs(fields, field, readBoolean, () => report('user_import.boolean_invalid', field));
  const given = {
    username: trimmed(fields.get('username')),
    primaryEmail: trimmed(fields.get('primaryEmail')),
    primaryPhone: readPhone(fields.get('primaryPhone')) || undefined,
    name: readText(fields.get('name')),
    avatar: trimmed(fields.get('avatar')),
    customData: readCustomData(fields, report),
    profile: readProfile(fields),
    identities: readAs(fields, 'identities', readObject, () => report('user_import.json_invalid', 'identities')),
  };
  const parsed = Checkable.safeParse(given, { reportInput: true });
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      reportIssue(issue, report);
    }
  }
  const { identities, ...user } = parsed.data ?? {};
  const phone = checkPhone(user.primaryPhone, report);
  return {
    ...user,
    ...(identities && Object.keys(identities).length > 0 ? { identities } : {}),
    ...(phone === undefined ? {} : { primaryPhone: phone }),
    id: readId(fields, options, report),
    isEmailVerified: boolean('emailVerified'),
    isPhoneVerified: boolean('phoneVerified'),
    isSuspended: boolean('isSuspended'),
    createdAt: time('createdAt'),
    lastSignInAt: time('lastSignInAt'),
  };
}

const identifiers = ['primaryEmail', 'username', 'primaryPhone', 'id', 'name'] as const;

/** Validates one line by the rules of POST /api/users, without the database. */
export function checkRecord(line: number, fields: Fields, options: CheckOptions): Checked {
  const subject = identifiers.map((field) => trimmed(fields.get(field))).find((value) => value !== undefined);
  const findings: Finding[] = [];
  const reportAs =
    (level: Finding['level']): Report =>
    (code, field, details) =>
      findings.push({ line, level, code, field, subject, details });
  const [refuse, warn] = [reportAs('error'), reportAs('warning')];
  const user = readUser(fields, options, refuse);
  const password = readPassword(fields, options.firebase, refuse, warn);
  const roles = readNames(fields.get('roles'));
  if (roles.some((role) => role.startsWith(internalRolePrefix))) {
    refuse('role.internal_role_violation', 'roles');
  }
  const isKnown = user && (user.username || user.primaryEmail || user.primaryPhone || user.id || user.identities);
  if (!isKnown && findings.length === 0) {
    refuse('user_import.no_identifier');
  }
  if (!isStorable([user, roles])) {
    refuse('entity.invalid_input');
  }
  const isGood = !findings.some(({ level }) => level === 'error');
  return { line, subject, user: isGood ? user : undefined, password, roles, findings };
}
