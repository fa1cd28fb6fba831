import { LanguageSupport, StreamLanguage, type StringStream } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import i18next from 'i18next';
import { locateJsonError } from '../form/locate-json-error.ts';

/** Token colors for JSON: a string before a colon is a key. */
function token(stream: StringStream): string | null {
  if (stream.eatSpace()) {
    return null;
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) {
    return stream.match(/^\s*:/, false) ? 'propertyName.function' : 'string';
  }
  if (stream.match(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|^(?:true|false|null)\b/)) {
    return 'number';
  }
  stream.next();
  return null;
}

const jsonLanguage = StreamLanguage.define({
  name: 'json',
  token,
  languageData: { closeBrackets: { brackets: ['{', '[', '"'] } },
});

/** The first position where the text is not valid JSON; empty text is incomplete, not wrong. */
export function findMistake(document: Text): Diagnostic[] {
  const text = document.toString();
  const error = text.trim() ? locateJsonError(text) : undefined;
  if (!error) {
    return [];
  }
  const line = document.line(error.line);
  const from = Math.min(line.from + error.column - 1, line.to);
  const message = i18next.t('fields.jsonLine', {
    line: error.line,
    problem: i18next.t(`fields.jsonProblems.${error.problem}`),
  });
  return [{ from, to: Math.max(from, line.to), severity: 'error', message }];
}

/** JSON with a mark at the first error. */
export const json = new LanguageSupport(jsonLanguage, [linter(({ state }) => findMistake(state.doc), { delay: 400 })]);
