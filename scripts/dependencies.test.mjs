import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './runtime.mjs';

const decision = readFileSync(join(root, 'docs/decisions/0015-dependencies.md'), 'utf8');
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const titles = {
  contracts: 'Contracts',
  connectors: 'Connectors',
  server: 'Server',
  ui: 'Shared by the pages',
  console: 'Console',
  experience: 'Sign-in pages',
};

/** The names in the first column of the table of a workspace. `@codemirror/*` stands for all of this scope. */
function namesIn(title) {
  const [, section = ''] = decision.split(`\n## ${title}\n`);
  const [text] = section.split('\n## ');
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => line.split('|')[1].match(/(?<=`)[^`,\s]+(?=`)/g));
}

function dependenciesOf(workspace) {
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, workspace, 'package.json'), 'utf8'),
  );
  return Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !name.startsWith('@postern/'));
}

const isNamedBy = (name) => (entry) => (entry.endsWith('/*') ? name.startsWith(entry.slice(0, -1)) : name === entry);

test.each(workspaces)('decision 15 gives a reason for each dependency of %s, and for no other', (workspace) => {
  const names = namesIn(titles[workspace]);
  const dependencies = dependenciesOf(workspace);
  expect(dependencies.filter((name) => !names.some(isNamedBy(name)))).toEqual([]);
  expect(names.filter((entry) => !dependencies.some((name) => isNamedBy(name)(entry)))).toEqual([]);
});
