import type { JsonObject } from '@postern/contracts/fields';
import {
  FirebaseParameters,
  type ImportColumn,
  type ImportFile,
  ImportOptions,
} from '@postern/contracts/people/user-imports';
import type { PickItem } from '#platform/pick/pick-item.ts';
import { leftOut } from './field-choices.ts';

/** Fields are in the order of the columns, because column names may contain anything. */
export type FileForm = {
  fields: string[];
  onConflict: ImportOptions['onConflict'];
  keepIds: boolean;
  roles: PickItem[];
  firebase: { signerKey: string; saltSeparator: string; rounds: string; memCost: string };
};

/** The options of an import. Secrets are not included: they are asked for again. */
export function optionsIn(input: JsonObject): ImportOptions | undefined {
  const { fileId: _id, fileName: _name, format: _format, ...options } = input;
  return ImportOptions.safeParse(options).data;
}

/** The server's suggestion, or the options of an earlier job. */
export const formOf = ({ columns }: Pick<ImportFile, 'columns'>, earlier?: ImportOptions): FileForm => ({
  fields: columns.map(
    ({ name, field }) => (earlier && Object.hasOwn(earlier.mapping, name) ? earlier.mapping[name] : field) ?? leftOut,
  ),
  onConflict: earlier?.onConflict ?? 'skip',
  keepIds: earlier?.keepIds ?? false,
  roles: (earlier?.roleIds ?? []).map((id) => ({ id, label: id })),
  firebase: { signerKey: '', saltSeparator: '', rounds: '8', memCost: '14' },
});

/** Fields that more than one column is mapped to. */
export function fieldsTwice(fields: readonly string[]): Set<string> {
  return new Set(fields.filter((field, index) => field !== leftOut && fields.indexOf(field) !== index));
}

const isEmpty = ({ signerKey, saltSeparator }: FileForm['firebase']) => signerKey === '' && saltSeparator === '';

/** The parameters of the Firebase project; undefined if not given, false if incomplete or invalid. */
export function readFirebase(given: FileForm['firebase']): FirebaseParameters | undefined | false {
  if (isEmpty(given)) {
    return undefined;
  }
  const read = FirebaseParameters.safeParse({
    signerKey: given.signerKey.trim(),
    saltSeparator: given.saltSeparator.trim(),
    rounds: Number(given.rounds),
    memCost: Number(given.memCost),
  });
  return read.success && read.data;
}

export function optionsOf(form: FileForm, columns: readonly ImportColumn[], isDryRun: boolean): ImportOptions {
  const firebase = readFirebase(form.firebase);
  const pairs = columns.map(({ name }, index) => {
    const field = form.fields[index] ?? leftOut;
    return [name, field === leftOut ? null : field];
  });
  return {
    mapping: Object.fromEntries(pairs),
    onConflict: form.onConflict,
    keepIds: form.keepIds,
    roleIds: form.roles.map(({ id }) => id),
    isDryRun,
    ...(firebase ? { firebase } : {}),
  };
}
