/** The packages of a lock file: name, version, and whether only building and testing needs them. */
export function listLocked({ packages }) {
  return Object.entries(packages)
    .filter(([path, { version, link }]) => path.includes('node_modules/') && version && !link)
    .map(([path, { name, version, dev = false }]) => ({
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      isDev: dev,
    }));
}

const partsOf = (version) => {
  const [, core = '', pre] = /^v?([\d.]+)(?:-([^+]*))?/.exec(version) ?? [];
  return { core: core.split('.').map(Number), pre: pre?.split('.') };
};

function comparePrerelease(one, two) {
  for (let index = 0; index < Math.max(one.length, two.length); index += 1) {
    const [left, right] = [one[index], two[index]];
    if (left === right) continue;
    if (left === undefined) return -1;
    if (right === undefined) return 1;
    const [isLeft, isRight] = [left, right].map((part) => /^\d+$/.test(part));
    if (isLeft && isRight) return Number(left) - Number(right);
    return isLeft === isRight ? (left < right ? -1 : 1) : isLeft ? -1 : 1;
  }
  return 0;
}

/** Semantic Versioning 2.0.0 §11. */
export function compareVersions(one, two) {
  const [left, right] = [partsOf(one), partsOf(two)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (left.core[index] ?? 0) - (right.core[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (!left.pre || !right.pre) return (left.pre ? 0 : 1) - (right.pre ? 0 : 1);
  return comparePrerelease(left.pre, right.pre);
}

/** Whether a range of an OSV advisory contains the version (ossf.github.io/osv-schema §affected[].ranges[]). */
function isInRange({ type, events }, version) {
  if (type !== 'SEMVER') return false;
  let isInside = false;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && compareVersions(version, introduced) >= 0) isInside = true;
    if (fixed !== undefined && compareVersions(version, fixed) >= 0) isInside = false;
    if (last !== undefined && compareVersions(version, last) > 0) isInside = false;
  }
  return isInside;
}

/** The locked packages that an advisory in the OSV format is about. */
export function findVulnerable(locked, { id, summary, withdrawn, affected = [], database_specific: more }) {
  if (withdrawn) return [];
  const found = affected.flatMap(({ package: about, ranges = [], versions = [] }) =>
    about?.ecosystem === 'npm'
      ? locked.filter(
          ({ name, version }) =>
            name === about.name && (versions.includes(version) || ranges.some((range) => isInRange(range, version))),
        )
      : [],
  );
  return [...new Set(found)].map((one) => ({
    ...one,
    id,
    severity: more?.severity?.toLowerCase() ?? 'unknown',
    summary,
  }));
}
