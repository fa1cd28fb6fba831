import { SetupError } from '../runtime.mjs';

const parts = ['major', 'minor', 'patch'];
const usage = 'Usage: npm run release major|minor|patch|<version>, with `-- --dry-run` to change nothing';

const numbersOf = (version) => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);

const isLower = (one, other) => {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at !== -1 && one[at] < other[at];
};

/** The version to release. Naming the current version finishes a release that was interrupted. */
export function chooseVersion(current, wanted = '') {
  const numbers = numbersOf(current);
  const part = parts.indexOf(wanted);
  if (part !== -1) return numbers.map((number, at) => (at < part ? number : at === part ? number + 1 : 0)).join('.');
  const given = numbersOf(wanted);
  if (!given || given.join('.') !== wanted) throw new SetupError(usage);
  if (isLower(given, numbers)) throw new SetupError(`${wanted} is lower than ${current}, the version of this tree.`);
  return wanted;
}
