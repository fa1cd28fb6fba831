import type { Completion, CompletionContext } from '@codemirror/autocomplete';
import { LanguageSupport, StreamLanguage, type StringStream } from '@codemirror/language';
import { pageClasses } from '@postern/contracts/wire';
import type { TFunction } from 'i18next';

type State = { inBlock: boolean; inValue: boolean; inComment: boolean };

function comment(stream: StringStream, state: State): string {
  state.inComment = !stream.match(/^.*?\*\//);
  if (state.inComment) {
    stream.skipToEnd();
  }
  return 'comment';
}

function punctuation(stream: StringStream, state: State): null {
  const sign = stream.next();
  if (sign === '{' || sign === '}') {
    state.inBlock = sign === '{';
    state.inValue = false;
  } else if (sign === ':' || sign === ';') {
    state.inValue = state.inBlock && sign === ':';
  }
  return null;
}

/** Token colors for CSS, based on the first character of a word. */
function token(stream: StringStream, state: State): string | null {
  if (state.inComment || stream.match('/*')) {
    return comment(stream, state);
  }
  if (stream.eatSpace()) {
    return null;
  }
  if (stream.match(/^"[^"]*"?|^'[^']*'?/)) {
    return 'string';
  }
  if (stream.match(/^@[\w-]+|^!important/)) {
    return 'keyword';
  }
  if (stream.match(/^#[\da-f]{3,8}\b|^-?\d*\.?\d+(%|[a-z]+)?/i)) {
    return 'number';
  }
  if (stream.match(/^--[\w-]+/)) {
    return 'variableName.function';
  }
  if (stream.match(/^[.#]?-?[A-Za-z_][\w-]*/)) {
    return state.inValue ? 'atom' : state.inBlock ? 'propertyName.function' : 'keyword';
  }
  return punctuation(stream, state);
}

const cssLanguage = StreamLanguage.define<State>({
  name: 'css',
  startState: () => ({ inBlock: false, inValue: false, inComment: false }),
  copyState: (state) => ({ ...state }),
  token,
  languageData: { commentTokens: { block: { open: '/*', close: '*/' } }, closeBrackets: { brackets: ['{', '(', '"'] } },
});

/** The context of the cursor: after the last character that opens or closes something. */
function placeOf(before: string): 'selector' | 'property' | 'value' {
  const open = before.lastIndexOf('{');
  if (open <= before.lastIndexOf('}')) {
    return 'selector';
  }
  const declaration = before.slice(Math.max(open, before.lastIndexOf(';')) + 1);
  return declaration.includes(':') ? 'value' : 'property';
}

/** Completes hooks before a block, properties inside it, and our variables after a colon. */
export function completeCss(context: CompletionContext, options: Record<ReturnType<typeof placeOf>, Completion[]>) {
  const word = context.matchBefore(/[.\w-]+$/);
  if (!word && !context.explicit) {
    return null;
  }
  const from = word?.from ?? context.pos;
  const start = Math.max(0, from - 4000);
  return {
    from,
    options: options[placeOf(context.state.doc.sliceString(start, from))],
    validFor: /^[.\w-]*$/,
  };
}

export function css(t: TFunction): LanguageSupport {
  const options = {
    selector: hooks.map(([label, about]) => ({ label, detail: t(`signInExperience.css.hooks.${about}`) })),
    property: [
      ...variables.map((label) => ({ label, apply: `${label}: ` })),
      ...properties.map((label) => ({ label })),
    ],
    value: variables.map((label) => ({ label: `var(${label})` })),
  };
  return new LanguageSupport(cssLanguage, [
    cssLanguage.data.of({ autocomplete: (context: CompletionContext) => completeCss(context, options) }),
  ]);
}

/** Stable classes of the sign-in pages, with the phrase that describes each. */
const hooks = [
  ...Object.entries(pageClasses).map(([about, name]) => [`.${name}`, about as keyof typeof pageClasses] as const),
  ['.card', 'card'],
  ['.logo', 'logo'],
  ['.footer', 'footer'],
] as const;

/** CSS variables of the pages. The first ones are derived from the brand color. */
const variables = [
  '--brand',
  '--brand-hover',
  '--on-brand',
  '--brand-text',
  '--brand-soft',
  '--brand-edge',
  '--brand-page',
  '--color-brand-default',
  '--color-brand-hover',
  '--color-brand-pressed',
  '--color-brand-loading',
  '--card-shadow',
  '--ps-font',
  '--ps-text',
  '--ps-text-2',
  '--ps-text-3',
  '--ps-surface',
  '--ps-canvas',
  '--ps-border',
  '--ps-border-strong',
  '--ps-field',
  '--ps-danger-text',
  '--ps-success-text',
];

const properties = [
  'align-items',
  'background',
  'background-color',
  'background-image',
  'border',
  'border-color',
  'border-radius',
  'box-shadow',
  'color',
  'display',
  'flex',
  'flex-direction',
  'font-family',
  'font-size',
  'font-weight',
  'gap',
  'height',
  'justify-content',
  'letter-spacing',
  'line-height',
  'margin',
  'max-width',
  'min-height',
  'opacity',
  'order',
  'padding',
  'place-items',
  'position',
  'text-align',
  'text-decoration',
  'text-transform',
  'transform',
  'visibility',
  'width',
];
