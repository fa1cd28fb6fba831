import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { pageNonce } from '#platform/theme/nonce.ts';
import { codeColors, codeTheme } from './theme.ts';

/** Everything an editor of JavaScript has, whatever it is for. Escape and then Tab leaves it. */
export const commonSetup: Extension = [
  EditorView.cspNonce.of(pageNonce()),
  lineNumbers(),
  lintGutter(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  drawSelection(),
  history(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false, maxRenderedOptions: 60 }),
  javascript(),
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
