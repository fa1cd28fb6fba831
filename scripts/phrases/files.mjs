// Where phrases are: English beside its slice, other languages in `translations/<code>/<name>.json`. Plain JavaScript,
// because the builds of the web apps read it too.
import { globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** English files outside of the wings, by the name of their translations. */
const others = {
  'contracts/src/experience-phrases/phrases.en.json': 'sign-in.sign-in.pages',
  'contracts/src/experience-phrases/wire/phrases.en.json': 'sign-in.wire.pages',
  'contracts/src/message-phrases/phrases.en.json': 'messages.built-in.server',
  'experience/src/account/phrases.en.json': 'account.account.pages',
  'experience/src/setup/phrases.en.json': 'people.setup.pages',
  'experience/src/demo-app/phrases.en.json': 'sign-in.demo-app.pages',
};

/** `features/people/users/user-list.phrases.en.json` belongs to `people.user-list`, `…/users/phrases.en.json` to `people.users`. */
function nameOf(path) {
  const [app, , folder, ...parts] = path.split('/');
  const [wing, slice] = folder === 'features' ? parts : ['platform', parts[0]];
  const part = /([^/]+)\.phrases\.en\.json$/.exec(path)?.[1];
  return [wing, part ?? slice, ...(app === 'server' ? ['server'] : [])].join('.');
}

/** English files by the name of their translations. Two files with one name are an error. */
export function englishFiles() {
  const found = globSync('{console,server}/src/{features,platform}/**/{*.,}phrases.en.json', { cwd: root });
  const files = new Map(Object.entries(others).map(([path, name]) => [name, path]));
  for (const path of found.map((one) => one.replaceAll('\\', '/')).sort()) {
    const name = nameOf(path);
    if (files.has(name)) throw new Error(`${path} and ${files.get(name)} have the same name, ${name}.`);
    files.set(name, path);
  }
  return files;
}

const languageTag = /^[a-z]{2}(-[A-Z]{2})?$/;

const translationsFolder = join(root, 'translations');

export const languageCodes = () => readdirSync(translationsFolder).filter((name) => languageTag.test(name));

/** The names of the files of a language. */
export const namesIn = (code) =>
  readdirSync(join(translationsFolder, code))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));

export const translationOf = (code, name) => join(translationsFolder, code, `${name}.json`);
