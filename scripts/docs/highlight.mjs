// Highlights code when the documentation is built. The browser gets classes and no highlighter.
import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { escapeHtml } from './escape.mjs';

const theme = createCssVariablesTheme({ name: 'classes', variablePrefix: '--' });

/** Keyed by the name in the Markdown. */
const languages = {
  sh: () => import('shiki/langs/shellscript.mjs'),
  js: () => import('shiki/langs/javascript.mjs'),
  ts: () => import('shiki/langs/typescript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  http: () => import('shiki/langs/http.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
};

/** A style attribute would need a wider content security policy, so each color becomes a class. */
function spanOf({ content, color = '' }) {
  const kind = /^var\(--token-([a-z-]+)\)$/.exec(color)?.[1];
  return kind ? `<span class="c-${kind}">${escapeHtml(content)}</span>` : escapeHtml(content);
}

export async function createHighlighter() {
  const highlighter = await createHighlighterCore({
    themes: [theme],
    langs: Object.values(languages),
    engine: createJavaScriptRegexEngine(),
  });
  return (text, language) => {
    if (!language) return escapeHtml(text);
    if (!languages[language]) throw new Error(`Code in the documentation has the unknown language ${language}`);
    const lines = highlighter.codeToTokensBase(text, { lang: language, theme: 'classes' });
    return lines.map((tokens) => tokens.map(spanOf).join('')).join('\n');
  };
}
