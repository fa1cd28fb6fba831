// Checks the imports between slices: no cycles, including types, and in contracts, server and console the order of the
// wings. The rules inside a slice and between packages are in .dependency-cruiser.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wings } from './wings.mjs';

/** Each tree of slices: its folder, and the prefix of its imports. */
export const trees = [
  { folder: 'contracts/src', prefix: '@postern/contracts/' },
  { folder: 'server/src/features', prefix: '#features/' },
  { folder: 'console/src/features', prefix: '#features/' },
  { folder: 'experience/src/steps', prefix: '../steps/', hasWings: false },
  { folder: 'experience/src/account', prefix: '../account/', hasWings: false },
];

const importPattern = /(?:\bfrom|\bimport\(|\bimport)\s*'([^']+)'/g;

/** `people/users` for `people/users/store.ts`; in contracts, each file is a slice. Without wings a folder is a slice. */
function sliceOf(path, hasWings) {
  const [wing, name] = path.split('/');
  if (!hasWings) {
    return name ? wing : undefined;
  }
  return wings.includes(wing) && name ? `${wing}/${name.replace(/\.tsx?$/, '')}` : undefined;
}

/** The imports between slices of a tree, as `{ from, to, file }`. `files` maps paths inside the tree to their text. */
export function findLinks(files, prefix, hasWings = true) {
  const links = [];
  for (const [file, text] of files) {
    const from = sliceOf(file, hasWings);
    for (const [, name] of from ? text.matchAll(importPattern) : []) {
      const path = name.startsWith('.') ? normalize(join(dirname(file), name)) : name.slice(prefix.length);
      const to = name.startsWith('.') || name.startsWith(prefix) ? sliceOf(path, hasWings) : undefined;
      if (to && to !== from) {
        links.push({ from, to, file });
      }
    }
  }
  return links;
}

/** -1 for a slice of a tree without wings. */
const wingOf = (slice) => (slice.includes('/') ? wings.indexOf(slice.split('/')[0]) : -1);

/** A path of slices that leads back to its start, or undefined. */
function findCircle(start, next) {
  const seen = new Set();
  const walk = (slice, path) => {
    for (const one of next.get(slice) ?? []) {
      if (one === start) {
        return [...path, slice, one];
      }
      if (!seen.has(one)) {
        seen.add(one);
        const found = walk(one, [...path, slice]);
        if (found) {
          return found;
        }
      }
    }
    return undefined;
  };
  return walk(start, []);
}

/** The problems with the links of a tree, one sentence each. */
export function judgeLinks(links) {
  const wrong = links
    .filter(({ from, to }) => wingOf(to) > wingOf(from))
    .map(({ from, to, file }) => `${file} uses ${to}: the wing ${from.split('/')[0]} comes before ${to.split('/')[0]}`);
  const next = new Map();
  for (const { from, to } of links) {
    next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const circles = [...next.keys()].sort().flatMap((slice) => {
    const circle = findCircle(slice, next);
    // Report each cycle once, from its first slice by name.
    return circle && slice === [...circle].sort()[0] ? [`circle: ${circle.join(' → ')}`] : [];
  });
  return [...wrong, ...circles];
}

function readTree(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const problems = trees.flatMap(({ folder, prefix, hasWings }) =>
    judgeLinks(findLinks(readTree(join(root, folder)), prefix, hasWings)).map((problem) => `${folder}: ${problem}`),
  );
  for (const problem of problems) {
    console.error(problem);
  }
  process.exitCode = problems.length > 0 ? 1 : 0;
}
