// The files that name the version of the product.

const print = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** Sets the version of a package, and of the packages of this repository that it depends on. */
function withVersion(entry, version, own) {
  const result = { ...entry, version };
  for (const group of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']) {
    if (!entry[group]) continue;
    const versions = Object.entries(entry[group]).map(([name, old]) => [name, own.has(name) ? version : old]);
    result[group] = Object.fromEntries(versions);
  }
  return result;
}

function withLockedVersion(lock, version, own, folders) {
  const packages = Object.entries(lock.packages).map(([path, entry]) => [
    path,
    folders.includes(path) ? withVersion(entry, version, own) : entry,
  ]);
  return { ...lock, version, packages: Object.fromEntries(packages) };
}

/**
 * All files with their new text: the packages and the lock file, the Helm chart, and the list of releases to which
 * `db rollback` returns. `read` returns the text of a file.
 */
export function setVersion(read, version, lastMigration) {
  const readJson = (path) => JSON.parse(read(path));
  const { workspaces } = readJson('package.json');
  const paths = ['package.json', ...workspaces.map((name) => `${name}/package.json`)];
  const own = new Set(paths.map((path) => readJson(path).name));
  const releases = readJson('server/migrations/releases.json').filter((one) => one.version !== version);
  return [
    ...paths.map((path) => ({ path, text: print(withVersion(readJson(path), version, own)) })),
    {
      path: 'package-lock.json',
      text: print(withLockedVersion(readJson('package-lock.json'), version, own, ['', ...workspaces])),
    },
    {
      path: 'deploy/helm/postern/Chart.yaml',
      text: read('deploy/helm/postern/Chart.yaml').replace(/^(version|appVersion): .*$/gm, `$1: ${version}`),
    },
    { path: 'server/migrations/releases.json', text: print([...releases, { version, lastMigration }]) },
  ];
}
