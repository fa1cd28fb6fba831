import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { pageNonce } from '../theme/nonce.ts';
import { codeColors, codeTheme } from './theme.ts';

/** Common setup of all code editors. Escape, then Tab leaves the editor. */
export const commonSetup: Extension = [
  EditorView.cspNonce.of(pageNonce()),
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  drawSelection(),
  history(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false, maxRenderedOptions: 60 }),
  codeTheme,
  syntaxHighlighting(codeColors),
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...lintKeymap,
    ...historyKeymap,
    indentWithTab,
    ...defaultKeymap,
  ]),
];
