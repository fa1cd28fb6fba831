import { run } from '../runtime.mjs';

export function npm(folder, args) {
  const all = [...args, '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', '--no-update-notifier'];
  const script = process.env.npm_execpath ?? '';
  if (script.endsWith('npm-cli.js')) return run(process.execPath, [script, ...all], { cwd: folder });
  return run('npm', all, { cwd: folder });
}

/** The packages that a folder with a lock file runs with, as CycloneDX. `more` may choose workspaces. */
export async function printSbom(folder, more = []) {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
  const text = await npm(folder, [...args, ...more]);
  return text.slice(text.indexOf('{'));
}
