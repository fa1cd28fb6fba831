import type { CodeLanguage } from './guide.ts';

export type Token = { kind?: 'comment' | 'string' | 'keyword' | 'number' | 'tag'; text: string };

export const languageNames: Record<CodeLanguage, string> = {
  sh: 'Shell',
  url: 'URL',
  js: 'JavaScript',
  ts: 'TypeScript',
  tsx: 'TSX',
  json: 'JSON',
  html: 'HTML',
  vue: 'Vue',
  svelte: 'Svelte',
  xml: 'XML',
  yaml: 'YAML',
  env: 'Environment',
  kotlin: 'Kotlin',
  swift: 'Swift',
  dart: 'Dart',
  csharp: 'C#',
  razor: 'Razor',
  java: 'Java',
  go: 'Go',
  rust: 'Rust',
  php: 'PHP',
  python: 'Python',
  ruby: 'Ruby',
  erb: 'ERB',
};

const script =
  'as async await catch class const default else export extends false finally for from function if import in let new null of return satisfies throw true try type typeof undefined';
const jvm =
  'class else extends false final for fun if implementation implements import in new null object override package private public return super this throw throws true val var void when';

const words: Partial<Record<CodeLanguage, string>> = {
  sh: 'npm npx curl dotnet go cargo pip php composer bundle flutter flask fastapi wp docker jq',
  js: script,
  ts: script,
  tsx: script,
  vue: script,
  svelte: script,
  html: script,
  json: 'true false null',
  yaml: 'true false null',
  kotlin: jvm,
  java: `${jvm} throws`,
  swift:
    'async await case catch do else enum extension false func guard if import in let nil return self some static struct throws true try var',
  dart: 'as async await bool class const extends false final import if else new null override return super this true void with',
  csharp:
    'async await class false get if new null namespace private public return set static string this true using var void',
  razor: 'else if model page using inject attribute code new null true void',
  rust: 'async await else enum false fn for if impl let match mod mut None pub return self Self Some struct true type use',
  go: 'func package import return var type struct if err nil else true false',
  php: 'php return new use if else require require_once echo define true false null',
  python: 'async await class def from import if in is not None pass raise return True False try except as',
  ruby: 'class def do end if else module private require get root to true false nil',
  erb: 'if else end do',
};

const strings = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/.source;
const markup = new Set<CodeLanguage>(['html', 'xml', 'vue', 'svelte', 'razor', 'erb']);
const hashed = new Set<CodeLanguage>(['sh', 'yaml', 'env', 'python', 'ruby']);

function grammarOf(language: CodeLanguage): RegExp {
  const slashes =
    language === 'url' || markup.has(language) || hashed.has(language) ? [] : [/\/\/[^\n]*|\/\*[\s\S]*?\*\//.source];
  const comment = [
    ...slashes,
    ...(markup.has(language) ? [/<!--[\s\S]*?-->/.source] : []),
    ...(hashed.has(language) ? [/(?<=^|\s)#[^\n]*/.source] : []),
  ].join('|');
  const tag = markup.has(language) ? /<\/?[A-Za-z][\w.:-]*|\/?>/.source : '(?!)';
  const keyword = words[language] ? `(?<![\\w$.-])(?:${words[language]?.split(' ').join('|')})(?![\\w-])` : '(?!)';
  return new RegExp(
    `(?<comment>${comment || '(?!)'})|(?<string>${strings})|(?<tag>${tag})|(?<keyword>${keyword})|(?<number>(?<![\\w.:/-])\\d[\\d_.]*\\b)`,
    'gm',
  );
}

/** Separates comments, strings, keywords and numbers: enough for a sample, without a parser per language. */
export function highlight(code: string, language: CodeLanguage): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(grammarOf(language))) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    if (match.index > end) {
      tokens.push({ text: code.slice(end, match.index) });
    }
    // The names of the groups above.
    tokens.push({ kind: kind as Token['kind'], text: match[0] });
    end = match.index + match[0].length;
  }
  return end < code.length ? [...tokens, { text: code.slice(end) }] : tokens;
}
