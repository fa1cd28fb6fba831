import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Uses the design tokens of the console, so that both themes work. */
export const codeTheme = EditorView.theme({
  '&': { blockSize: '100%', color: 'var(--ps-text)', backgroundColor: 'var(--ps-surface)', fontSize: '12.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--ps-mono)', lineHeight: '21px', fontVariantLigatures: 'none' },
  '.cm-content': { paddingBlock: '10px', caretColor: 'var(--ps-accent-text)' },
  '.cm-line': { paddingInline: '10px' },
  '.cm-cursor': { borderInlineStartColor: 'var(--ps-accent-text)' },
  '.cm-gutters': {
    color: 'var(--ps-text-3)',
    backgroundColor: 'var(--ps-sunken)',
    borderInlineEnd: '1px solid var(--ps-line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--ps-accent) 5%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--ps-press)', color: 'var(--ps-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--ps-accent) 24%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'color-mix(in srgb, var(--ps-accent) 16%, transparent)',
    outline: '1px solid var(--ps-border-strong)',
  },
  '.cm-tooltip': {
    border: '1px solid var(--ps-border)',
    borderRadius: '8px',
    backgroundColor: 'var(--ps-surface)',
    color: 'var(--ps-text)',
    boxShadow: 'var(--ps-shadow-menu)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--ps-mono)',
    fontSize: '12.5px',
    maxBlockSize: '240px',
    borderRadius: '7px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', lineHeight: '20px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--ps-accent)',
    color: 'var(--ps-on-accent)',
  },
  '.cm-completionDetail': { marginInlineStart: '12px', fontStyle: 'normal', opacity: '0.85' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-tooltip.cm-completionInfo, .cm-tooltip-hover': { maxInlineSize: '340px', padding: '8px 10px' },
  '.cm-about': { fontFamily: 'var(--ps-font)', fontSize: '13px', lineHeight: '19px' },
  '.cm-about code': { display: 'block', marginBlockEnd: '2px', color: 'var(--ps-accent-text)', fontSize: '12px' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--ps-font)', fontSize: '13px' },
  '.cm-diagnostic-error': { borderInlineStart: '3px solid var(--ps-danger-solid)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--ps-danger-solid) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-gutter-lint': { inlineSize: '16px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '3px 0 0 3px' },
  '.cm-lint-marker': { inlineSize: '12px', blockSize: '12px' },
  '.cm-lint-marker-error': { content: 'none', borderRadius: '50%', backgroundColor: 'var(--ps-danger-solid)' },
});

export const codeColors = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword],
    color: 'var(--ps-accent-text)',
  },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--ps-success-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--ps-warning-text)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--ps-text-2)', fontStyle: 'italic' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--ps-info-text)' },
  { tag: tags.invalid, color: 'var(--ps-danger-text)' },
]);
