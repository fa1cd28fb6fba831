import { type Completion, type CompletionContext, completeFromList } from '@codemirror/autocomplete';
import { javascriptLanguage, localCompletionSource } from '@codemirror/lang-javascript';
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Facet } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { type Entry, findEntry } from '../entries.ts';

/** The entries of the editor, and their descriptions in the console language. */
export type Knowledge = { entries: readonly Entry[]; about: (entry: Entry) => string };

export const knowledge = Facet.define<Knowledge, Knowledge>({
  combine: ([known]) => known ?? { entries: [], about: () => '' },
});

const pathBefore = /[\w$]+(?:\??\.[\w$]*)*$/;
const skipped = new Set(['String', 'TemplateString', 'LineComment', 'BlockComment', 'RegExp']);

function describe(entry: Entry, { about }: Knowledge): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-about';
  const type = document.createElement('code');
  type.textContent = entry.type;
  box.append(type, about(entry));
  return box;
}

const isText = (state: EditorState, at: number) => skipped.has(syntaxTree(state).resolveInner(at, -1).name);

/** After a dot, the members of the value; otherwise the parameters of the script. */
function complete(context: CompletionContext) {
  if (isText(context.state, context.pos)) {
    return null;
  }
  const known = context.state.facet(knowledge);
  const match = context.matchBefore(pathBefore);
  const parts = (match?.text ?? '').split(/\??\./);
  const typed = parts.pop() ?? '';
  if (!match && !context.explicit) {
    return null;
  }
  const entries = parts.length > 0 ? (findEntry(known.entries, parts)?.children ?? []) : known.entries;
  const options = entries.map(
    (entry, index): Completion => ({
      label: entry.name,
      detail: entry.type.startsWith('(') ? '()' : entry.type,
      info: () => describe(entry, known),
      // Keeps the order of the reference instead of alphabetical order.
      boost: 60 - index,
    }),
  );
  return { from: context.pos - typed.length, options, validFor: /^[\w$]*$/ };
}

const hover = hoverTooltip(({ state }, pos) => {
  if (isText(state, pos)) {
    return null;
  }
  const { from, text } = state.doc.lineAt(pos);
  const end = pos - from + (/^[\w$]*/.exec(text.slice(pos - from))?.[0].length ?? 0);
  const path = pathBefore.exec(text.slice(0, end))?.[0];
  const known = state.facet(knowledge);
  const entry = path && findEntry(known.entries, path.split(/\??\./));
  return entry
    ? { pos: from + end - entry.name.length, end: from + end, create: () => ({ dom: describe(entry, known) }) }
    : null;
});

const words = completeFromList(
  [
    'async',
    'await',
    'const',
    'let',
    'return',
    'if',
    'else',
    'for',
    'of',
    'try',
    'catch',
    'throw',
    'new',
    'null',
    'true',
    'false',
  ].map((label) => ({ label, type: 'keyword' })),
);

export const assistance: Extension = [
  javascriptLanguage.data.of({ autocomplete: complete }),
  javascriptLanguage.data.of({ autocomplete: localCompletionSource }),
  javascriptLanguage.data.of({
    autocomplete: (context: CompletionContext) =>
      isText(context.state, context.pos) || context.matchBefore(/\.[\w$]*$/) ? null : words(context),
  }),
  hover,
];
