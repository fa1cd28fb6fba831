import {
  FirebaseParameters,
  type ImportColumn,
  type ImportFile,
  type ImportOptions,
} from '@postern/contracts/user-imports';
import type { PickItem } from '#platform/pick/pick-box.tsx';
import { leftOut } from './field-choices.ts';

/** Fields stand in the order of the columns, whose names may hold anything. */
export type FileForm = {
  fields: string[];
  onConflict: ImportOptions['onConflict'];
  keepIds: boolean;
  roles: PickItem[];
  firebase: { signerKey: string; saltSeparator: string; rounds: string; memCost: string };
};

export const formOf = ({ columns }: Pick<ImportFile, 'columns'>): FileForm => ({
  fields: columns.map(({ field }) => field ?? leftOut),
  onConflict: 'skip',
  keepIds: false,
  roles: [],
  firebase: { signerKey: '', saltSeparator: '', rounds: '8', memCost: '14' },
});

/** Fields that more than one column is read as. */
export function fieldsTwice(fields: readonly string[]): Set<string> {
  return new Set(fields.filter((field, index) => field !== leftOut && fields.indexOf(field) !== index));
}

const isEmpty = ({ signerKey, saltSeparator }: FileForm['firebase']) => signerKey === '' && saltSeparator === '';

/** What the project's console shows; undefined without it, false where something is missing or wrong. */
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
