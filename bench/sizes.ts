import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

export type Size = { name: string; kilobytes: number; budget: number };

/** All scripts and styles that a page loads initially: the entry, its imports, and its preloads. */
async function pageFiles(dist: URL, page: string): Promise<Set<string>> {
  const html = await readFile(new URL(page, dist), 'utf8');
  const names = [...html.matchAll(/(?:src|href)="(?:\.?\/)?(assets\/[^"]+\.(?:js|css))"/g)].map(
    (match) => match[1] as string,
  );
  const seen = new Set<string>();
  const visit = async (name: string): Promise<void> => {
    if (seen.has(name)) {
      return;
    }
    seen.add(name);
    if (name.endsWith('.js')) {
      const text = await readFile(new URL(name, dist), 'utf8');
      const folder = name.slice(0, name.lastIndexOf('/') + 1);
      // Static imports only: `import(...)` is loaded on demand.
      for (const match of text.matchAll(
        /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+from\s*)?["']\.\/([^"']+\.js)["']/g,
      )) {
        await visit(folder + match[1]);
      }
    }
  };
  await Promise.all(names.map(visit));
  return seen;
}

async function gzipKilobytes(dist: URL, files: Iterable<string>): Promise<number> {
  let total = 0;
  for (const file of files) {
    total += gzipSync(await readFile(new URL(file, dist)), { level: 9 }).length;
  }
  return total / 1024;
}

export async function readSizes(): Promise<Size[]> {
  const experience = new URL('../experience/dist/', import.meta.url);
  const signIn = [...(await pageFiles(experience, 'index.html'))].filter((name) => name.endsWith('.js'));
  return [{ name: 'sign-in page, JavaScript', kilobytes: await gzipKilobytes(experience, signIn), budget: 70 }];
}
