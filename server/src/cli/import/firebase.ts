import { readFile } from 'node:fs/promises';
import { FirebaseParameters } from '@postern/contracts/people/user-imports';
import { translateFirebase } from '#features/people/user-jobs';
import { CliError } from '../command.ts';
import { sentenceOf } from './misfits.ts';
import { emptyModel, type Model } from './model.ts';
import { all, type Paging, readFileItems, type Source } from './open-source.ts';
import { listFactors } from './read-factors.ts';
import { type Item, item, items, text } from './read-fields.ts';
import { addConnector, targetsOf } from './social-connectors.ts';

const pageSize = '500';

export const firebasePaging: Paging = {
  first: () => ({ maxResults: pageSize }),
  next({ body }) {
    const token = text(item(body).nextPageToken);
    return token === undefined ? undefined : { maxResults: pageSize, nextPageToken: token };
  },
  // The list is missing if it is empty.
  items: (body) => items(Object.values(item(body)).find(Array.isArray)),
};

/** The dashboard shows the parameters as text, `base64_signer_key: …,`; JSON with the same names is valid as well. */
export async function readHashParameters(path: string): Promise<FirebaseParameters> {
  const content = await readFile(path, 'utf8').catch(() => {
    throw new CliError(`--hash-parameters: ${path} cannot be read.`);
  });
  const parameter = (name: string) => new RegExp(`"?${name}"?\\s*[:=]\\s*"?([\\w+/=-]+)"?`).exec(content)?.[1];
  const parsed = FirebaseParameters.safeParse({
    signerKey: parameter('base64_signer_key'),
    saltSeparator: parameter('base64_salt_separator') ?? '',
    rounds: Number(parameter('rounds')),
    memCost: Number(parameter('mem_cost')),
  });
  if (!parsed.success) {
    // The sentences contain no values.
    throw new CliError(`--hash-parameters: ${path} does not contain the parameters. ${sentenceOf(parsed.error)}`);
  }
  return parsed.data;
}

function modelOfUsers(users: () => AsyncIterable<Item>, firebase: FirebaseParameters | undefined): Model {
  const model: Model = { ...emptyModel('firebase'), firebase };
  if (firebase === undefined) {
    const reason = 'Digests need the parameters of the project. Save them in a file and add --hash-parameters.';
    model.misfits.push({ kind: 'users', name: 'passwords', reason });
  }
  model.users = async function* listed() {
    for await (const row of users()) {
      if (text(row.localId) === undefined) {
        throw new CliError('The source contains a user without localId. Use the JSON file of firebase auth:export.');
      }
      yield { fields: translateFirebase(row), roles: [], memberships: [], ...listFactors(row) };
    }
  };
  return model;
}

/** The JSON file of `firebase auth:export`. */
export const readFirebaseFile = (path: string, firebase: FirebaseParameters | undefined): Model =>
  modelOfUsers(() => readFileItems(path), firebase);

/** The Identity Toolkit API of a project: `https://identitytoolkit.googleapis.com/v1/projects/<project>`. */
export async function readFirebaseApi(
  source: Source,
  admin: Source,
  firebase: FirebaseParameters | undefined,
): Promise<Model> {
  const model = modelOfUsers(() => source.list('accounts:batchGet', { isRequired: true }), firebase);
  for (const row of await all(admin.list('defaultSupportedIdpConfigs'))) {
    const provider = text(row.name)?.split('/').at(-1) ?? '';
    addConnector(model, provider, provider, text(row.clientId), text(row.clientSecret));
  }
  const targets = targetsOf(model.connectors);
  model.experience = targets.length > 0 ? { socialSignInConnectorTargets: targets } : {};
  return model;
}
