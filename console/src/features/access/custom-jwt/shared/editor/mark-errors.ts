import { ensureSyntaxTree } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import type { ScriptFailure } from '@postern/contracts/access/scripts';

/** The error of the last run; cleared when the script changes. */
export const setFailure = StateEffect.define<ScriptFailure | undefined>();

const failure = StateField.define<ScriptFailure | undefined>({
  create: () => undefined,
  update(value, transaction) {
    const effect = transaction.effects.findLast((one) => one.is(setFailure));
    return effect ? effect.value : transaction.docChanged ? undefined : value;
  },
});

const maxMarks = 5;

export function placeOf(state: EditorState, { line, column = 1 }: ScriptFailure): number | undefined {
  if (line === undefined || line > state.doc.lines) {
    return undefined;
  }
  const { from, to } = state.doc.line(line);
  return Math.min(from + column - 1, to);
}

/** Syntax errors of the parser, shown before the script runs. */
function syntaxErrors(state: EditorState, message: string): Diagnostic[] {
  const marks: Diagnostic[] = [];
  ensureSyntaxTree(state, state.doc.length, 200)?.iterate({
    enter: ({ type, from, to }) => {
      if (type.isError && marks.length < maxMarks) {
        marks.push({ from, to: Math.max(to, Math.min(from + 1, state.doc.length)), severity: 'error', message });
      }
    },
  });
  return marks;
}

/** `syntaxMessage` returns the localized message for a syntax error. */
export function errorMarks(syntaxMessage: () => string): Extension {
  return [
    failure,
    linter(
      ({ state }) => {
        const last = state.field(failure);
        const from = last && placeOf(state, last);
        if (last && from !== undefined) {
          const { to } = state.doc.lineAt(from);
          return [{ from, to: Math.max(from, to), severity: 'error', message: last.message }];
        }
        return syntaxErrors(state, syntaxMessage());
      },
      {
        delay: 400,
        needsRefresh: ({ transactions }) =>
          transactions.some(({ effects }) => effects.some((effect) => effect.is(setFailure))),
      },
    ),
  ];
}
