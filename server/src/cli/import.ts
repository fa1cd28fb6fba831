import { CliError, type Command, type Input } from './command.ts';
import { auth0Paging, readAuth0 } from './import/auth0.ts';
import { clerkPaging, readClerkApi, readClerkFile } from './import/clerk.ts';
import { firebasePaging, readFirebaseApi, readFirebaseFile, readHashParameters } from './import/firebase.ts';
import { keycloakPaging, readKeycloakApi, readKeycloakExport } from './import/keycloak.ts';
import { withLogtoDatabase } from './import/logto.store.ts';
import { modelOfLogto } from './import/logto.ts';
import { logtoPaging, readLogtoApi } from './import/logto-api.ts';
import { apiSource, folderSource, kindOfPath, type Paging, requireJsonFiles } from './import/open-source.ts';
import { chooseSource, type Opened, type OpenModel, readToken, runImport } from './import/run-import.ts';

const openApi = ({ input, egress }: Opened, url: string, paging: Paging) =>
  apiSource({ url, headers: { authorization: `Bearer ${readToken(input)}` }, egress, paging });

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

const openLogto: OpenModel = async (opened, work) => {
  const { by, value } = chooseSource(opened.input, ['database', 'url', 'file']);
  if (by === 'database') {
    const sourceTenant = opened.input.text['source-tenant'] ?? 'default';
    await withLogtoDatabase(value, sourceTenant, (data) => work(modelOfLogto(data)));
    return;
  }
  if (by === 'file' && (await kindOfPath(value)) !== 'folder') {
    throw new CliError('--file must be a folder with answers of the management API, such as applications.json.');
  }
  const source = by === 'file' ? folderSource(value) : openApi(opened, `${withoutSlash(value)}/api`, logtoPaging);
  await work(modelOfLogto(await readLogtoApi(source)));
};

/** An export of users is a source of its own. */
const withUsersAlone = (input: Input): Input => {
  const { url, file, users } = input.text;
  return users && !url && !file ? { ...input, text: { ...input.text, file: users } } : input;
};

const openAuth0: OpenModel = async (opened, work) => {
  const { users: usersFile, hashes: hashesFile } = opened.input.text;
  const { by, value } = chooseSource(withUsersAlone(opened.input), ['url', 'file']);
  if (by === 'file' && (await kindOfPath(value)) === 'file') {
    await work(await readAuth0({ isApi: false, usersFile: value, hashesFile }));
    return;
  }
  if (by === 'file') {
    await requireJsonFiles(value);
  }
  const source = by === 'file' ? folderSource(value) : openApi(opened, `${withoutSlash(value)}/api/v2`, auth0Paging);
  await work(await readAuth0({ source, isApi: by === 'url', usersFile, hashesFile }));
};

const openKeycloak: OpenModel = async (opened, work) => {
  const { by, value } = chooseSource(opened.input, ['url', 'file']);
  await work(
    by === 'file' ? await readKeycloakExport(value) : await readKeycloakApi(openApi(opened, value, keycloakPaging)),
  );
};

const openClerk: OpenModel = async (opened, work) => {
  const { by, value } = chooseSource(withUsersAlone(opened.input), ['url', 'file']);
  if (by === 'file' && (await kindOfPath(value)) === 'file') {
    await work(await readClerkFile(value));
    return;
  }
  if (by === 'file') {
    await requireJsonFiles(value);
  }
  const source = by === 'file' ? folderSource(value) : openApi(opened, `${withoutSlash(value)}/v1`, clerkPaging);
  await work(await readClerkApi(source, by === 'url', opened.input.text.users));
};

const openFirebase: OpenModel = async (opened, work) => {
  const { by, value } = chooseSource(opened.input, ['url', 'file']);
  const parameters = opened.input.text['hash-parameters'];
  const firebase = parameters ? await readHashParameters(parameters) : undefined;
  if (by === 'file') {
    if ((await kindOfPath(value)) !== 'file') {
      throw new CliError('--file must be the JSON file of firebase auth:export.');
    }
    await work(readFirebaseFile(value, firebase));
    return;
  }
  const api = openApi(opened, value, firebasePaging);
  const admin = openApi(opened, value.replace('/v1/projects/', '/admin/v2/projects/'), firebasePaging);
  await work(await readFirebaseApi(api, admin, firebase));
};

const sources = { file: { value: 'PATH' }, url: { value: 'URL' }, token: { value: 'TOKEN' } };
const tenant = { tenant: { value: 'T' } };

const details = `--dry-run lists what is new, what exists already and what does not fit, and changes nothing.
A second run imports only what is missing. The environment variable IMPORT_TOKEN replaces --token.`;

const importing = (open: OpenModel) => ({
  flags: ['dry-run'],
  hasJson: true,
  details,
  run: (input: Input) => runImport(input, open),
});

export const importCommands: Command[] = [
  {
    name: 'import logto',
    summary: 'Import a tenant of Logto from its database, its management API, or a folder with answers of the API.',
    options: { database: { value: 'URL' }, 'source-tenant': { value: 'ID' }, ...sources, ...tenant },
    ...importing(openLogto),
  },
  {
    name: 'import auth0',
    summary: 'Import a tenant of Auth0 from its management API, a folder with answers of the API, or a file of users.',
    options: { ...sources, users: { value: 'FILE' }, hashes: { value: 'FILE' }, ...tenant },
    ...importing(openAuth0),
  },
  {
    name: 'import keycloak',
    summary: 'Import a realm of Keycloak from its export or its admin API.',
    options: { ...sources, ...tenant },
    ...importing(openKeycloak),
  },
  {
    name: 'import clerk',
    summary: 'Import an instance of Clerk from its API, a folder with answers of the API, or an export of users.',
    options: { ...sources, users: { value: 'FILE' }, ...tenant },
    ...importing(openClerk),
  },
  {
    name: 'import firebase',
    summary: 'Import the users of a Firebase project from an export or its API.',
    options: { ...sources, 'hash-parameters': { value: 'FILE' }, ...tenant },
    ...importing(openFirebase),
  },
];
