import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseAst, transformWithOxc } from 'vite';

/** What only the server reads of an endpoint: the browser trusts its responses and sends what its forms checked. */
const readByServer = new Set(['params', 'query', 'body', 'response', 'summary', 'errors', 'withheld']);

function walk(node, visit) {
  if (!node || typeof node.type !== 'string') return;
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object') walk(child, visit);
    }
  }
}

/** The ranges of the properties above, with their commas. */
function serverParts(ast, code) {
  const ranges = [];
  walk(ast, (node) => {
    if (node.type !== 'CallExpression' || node.callee.name !== 'endpoint') return;
    for (const property of node.arguments[0]?.properties ?? []) {
      if (property.type !== 'Property' || property.computed || !readByServer.has(property.key.name)) continue;
      const comma = /^\s*,/.exec(code.slice(property.end));
      ranges.push([property.start, property.end + (comma?.[0].length ?? 0)]);
    }
  });
  return ranges.sort(([one], [two]) => two - one);
}

function namesIn(node) {
  const names = new Set();
  walk(node, (inner) => inner.type === 'Identifier' && names.add(inner.name));
  return names;
}

function namesOf(declaration) {
  if (!declaration) return [];
  if (declaration.type === 'VariableDeclaration') return declaration.declarations.map(({ id }) => id.name);
  return declaration.id ? [declaration.id.name] : [];
}

/**
 * Splits a contract into a part that needs no zod, with the endpoints and lists of values, and a part with the schemas.
 * A page that only calls an endpoint loads the first part.
 */
async function analyze(file, known) {
  if (known.has(file)) return known.get(file);
  const typed = readFileSync(file, 'utf8');
  let { code } = await transformWithOxc(typed, file, { sourcemap: false });
  for (const [start, end] of serverParts(parseAst(code), code)) code = code.slice(0, start) + code.slice(end);
  const statements = [];
  const imports = [];
  // Names that need zod, from here or elsewhere.
  const schemas = new Set();
  for (const node of parseAst(code).body) {
    const text = code.slice(node.start, node.end);
    if (node.type === 'ImportDeclaration') {
      const source = node.source.value;
      const local = source.startsWith('.') ? await analyze(resolve(dirname(file), source), known) : undefined;
      for (const {
        type,
        local: { name },
        imported,
      } of node.specifiers) {
        if (type !== 'ImportSpecifier') return remember({ isWhole: true });
        if (source === 'zod' || (local && (local.isWhole || local.schemas.has(imported.name)))) schemas.add(name);
        imports.push({
          name,
          text: `import { ${imported.name} as ${name} } from ${JSON.stringify(local ? resolve(dirname(file), source) : source)};`,
        });
      }
      continue;
    }
    const isExport = node.type === 'ExportNamedDeclaration';
    const declaration = isExport ? node.declaration : node;
    const names = namesOf(declaration);
    // Re-exports, side effects and the like: the file stays as it is.
    if (names.length === 0 || names.includes(undefined) || (isExport && node.source))
      return remember({ isWhole: true });
    statements.push({
      names,
      isExport,
      uses: namesIn(declaration),
      text: isExport ? code.slice(declaration.start, declaration.end) : text,
    });
  }
  for (let grown = true; grown; ) {
    grown = false;
    for (const { names, uses } of statements) {
      if (names.some((name) => schemas.has(name)) || ![...uses].some((name) => schemas.has(name))) continue;
      for (const name of names) schemas.add(name);
      grown = true;
    }
  }
  return remember({ isWhole: false, schemas, statements, imports });

  function remember(result) {
    known.set(file, result);
    return result;
  }
}

const isSchema = ({ schemas }, { names }) => names.some((name) => schemas.has(name));

function print(result, file, part) {
  const own = result.statements.filter((statement) => isSchema(result, statement) === (part === 'schemas'));
  const used = new Set(own.flatMap(({ uses }) => [...uses]));
  const lines = result.imports.filter(({ name }) => used.has(name)).map(({ text }) => text);
  if (part === 'schemas') {
    const plain = result.statements.filter((statement) => !isSchema(result, statement)).flatMap(({ names }) => names);
    const needed = plain.filter((name) => used.has(name));
    if (needed.length > 0) lines.push(`import { ${needed.join(', ')} } from ${JSON.stringify(`${file}?plain`)};`);
  }
  lines.push(...own.map(({ text }) => text));
  const names = own.flatMap((statement) => statement.names);
  if (names.length > 0) lines.push(`export { ${names.join(', ')} };`);
  return lines.join('\n');
}

function printIndex(result, file) {
  return ['plain', 'schemas']
    .map((part) => {
      const names = result.statements
        .filter((statement) => statement.isExport && isSchema(result, statement) === (part === 'schemas'))
        .flatMap((statement) => statement.names);
      return names.length > 0 ? `export { ${names.join(', ')} } from ${JSON.stringify(`${file}?${part}`)};` : '';
    })
    .join('\n');
}

/** The chunks that an entry loads at once. */
function loadedBy(entry, bundle, seen = new Set()) {
  if (!entry || seen.has(entry)) return seen;
  seen.add(entry);
  for (const name of entry.imports) loadedBy(bundle[name], bundle, seen);
  return seen;
}

/** A plugin of Vite for the packed pages. Its pages must not load zod before they show a form. */
export function splitContracts(root) {
  const folder = join(root, 'contracts', 'src');
  const known = new Map();
  return {
    name: 'postern:split-contracts',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      return source.startsWith(folder) && /\?(plain|schemas)$/.test(source)
        ? { id: source, moduleSideEffects: false }
        : undefined;
    },
    async load(id) {
      const [file, part] = id.split('?');
      if (!file.startsWith(folder) || !file.endsWith('.ts') || file.includes('-phrases')) return;
      const result = await analyze(file, known);
      if (result.isWhole) return;
      const code = part ? print(result, file, part) : printIndex(result, file);
      return { code, moduleType: 'js', moduleSideEffects: false };
    },
    generateBundle(_options, bundle) {
      const entries = Object.values(bundle).filter(({ type, isEntry }) => type === 'chunk' && isEntry);
      for (const { moduleIds, fileName } of entries.flatMap((entry) => [...loadedBy(entry, bundle)])) {
        const schema = moduleIds.find((id) => /[\\/]zod[\\/]|\?schemas$/.test(id));
        if (schema)
          this.error(`${fileName} is loaded with the first screen and contains ${schema}, see vite.config.ts`);
      }
    },
  };
}
