import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../runtime.mjs';

export function npm(folder, args) {
  const all = [...args, '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', '--no-update-notifier'];
  const script = process.env.npm_execpath ?? '';
  if (script.endsWith('npm-cli.js')) return run(process.execPath, [script, ...all], { cwd: folder });
  return run('npm', all, { cwd: folder });
}

/**
 * Removes the packages that only build or test the product. `npm sbom --omit dev` removes more: also those that the
 * product runs with, if a tool needs them too.
 */
function withoutTools(sbom, lock) {
  const used = Object.entries(lock.packages)
    .filter(([, { dev }]) => !dev)
    .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`);
  const isUsed = (ref) => used.includes(ref);
  return {
    ...sbom,
    components: sbom.components.filter((component) => isUsed(component['bom-ref'])),
    dependencies: sbom.dependencies
      .filter(({ ref }) => isUsed(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isUsed) })),
  };
}

/** The packages that the server and the pages of a folder with a lock file use, as CycloneDX. */
export async function printSbom(folder) {
  const readJson = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const text = await npm(folder, ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']);
  const sbom = withoutTools(JSON.parse(text.slice(text.indexOf('{'))), readJson('package-lock.json'));
  // npm takes the name of the folder.
  const component = { ...sbom.metadata.component, name: readJson('package.json').name, type: 'application' };
  return `${JSON.stringify({ ...sbom, metadata: { ...sbom.metadata, component } }, null, 2)}\n`;
}
