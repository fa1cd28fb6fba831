import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { completeCss } from './css-language.ts';

const options = {
  selector: [{ label: '.hook' }],
  property: [{ label: 'color' }],
  value: [{ label: 'var(--brand)' }],
};

/** `|` marks the cursor. */
function offeredAt(text: string, explicit = false) {
  const state = EditorState.create({ doc: text.replace('|', '') });
  return completeCss(new CompletionContext(state, text.indexOf('|'), explicit), options)?.options[0]?.label;
}

test.each([
  ['.ca|', '.hook'],
  ['.a { color: red; }\n.b|', '.hook'],
  ['.a { co|', 'color'],
  ['.a { color: red; bo|', 'color'],
  ['.a { color: va|', 'var(--brand)'],
  ['@media (min-width: 600px) { .a { color: va|', 'var(--brand)'],
])('offers completions for the position: %s', (text, label) => {
  expect(offeredAt(text)).toBe(label);
});

test('offers nothing before a letter is typed, unless requested', () => {
  expect(offeredAt('.a { |')).toBeUndefined();
  expect(offeredAt('.a { |', true)).toBe('color');
});
