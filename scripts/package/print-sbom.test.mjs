import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../runtime.mjs';
import { printSbom } from './print-sbom.mjs';

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

test('the SBOM lists what the product runs with, and no tools', async () => {
  const { name, version, workspaces } = readJson('package.json');
  const sbom = JSON.parse(await printSbom(root));
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name, version } } });
  const refs = sbom.components.map((component) => component['bom-ref']);
  const wanted = workspaces.flatMap((folder) => Object.entries(readJson(`${folder}/package.json`).dependencies ?? {}));
  // Tools use `zod` too.
  expect(wanted.map(([dependency]) => dependency)).toEqual(expect.arrayContaining(['fastify', 'react', 'zod']));
  expect(wanted.map((entry) => entry.join('@')).filter((ref) => !refs.includes(ref))).toEqual([]);
  expect(refs.filter((ref) => /^(vitest|knip|@playwright\/test|@biomejs\/biome)@/.test(ref))).toEqual([]);
  const known = new Set([...refs, sbom.metadata.component['bom-ref']]);
  expect(
    sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref)),
  ).toEqual([]);
});
