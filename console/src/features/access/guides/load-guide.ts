import type { GuideId } from './catalogue.ts';
import type { CodeLanguage, Guide, GuideTexts, Step } from './guide.ts';

/** Each guide is a chunk of its own, so that none costs anything until it is opened. */
const contents = import.meta.glob<string>('./content/*.md', { query: '?raw', import: 'default' });

export const guideFiles = Object.keys(contents).map((path) => path.replace(/^.*\/|\.md$/g, ''));

const texts = import.meta.glob<GuideTexts>('../../../../../translations/*/access.guide-steps.json', {
  import: 'default',
});

export async function loadTexts(language: string): Promise<GuideTexts> {
  const load = texts[`../../../../../translations/${language}/access.guide-steps.json`];
  return load ? load() : (await import('./guide-steps.phrases.en.json')).default;
}

export async function loadGuide(id: GuideId): Promise<Guide> {
  const load = contents[`./content/${id}.md`];
  if (!load) {
    throw new Error(`There is no guide ${id}.`);
  }
  return parseGuide(await load());
}

type Draft = { -readonly [Key in keyof Step]: Step[Key] };
type Setting = NonNullable<Step['settings']>[number];

/** `{{text.installSdk}}`, `{{redirects}}` and `{{tab.roles}}`, each on a line of its own. */
const directive = /^\{\{(text|tab)\.(\w+)\}\}$|^\{\{(redirects)\}\}$/;
const fence = /^(`{3,})(\w+)(?: (.+))?$/;
const row = /^\| (.+?) \| (.+) \|$/;

const fail = (line: string): never => {
  throw new Error(`A guide has a line that means nothing: ${line}`);
};

function readHead(lines: string[]): Pick<Guide, 'redirectUri' | 'postSignOutUri'> {
  if (lines[0] !== '---') {
    return {};
  }
  const end = lines.indexOf('---', 1);
  const pairs = lines.splice(0, end + 1).slice(1, -1);
  return Object.fromEntries(pairs.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
}

function addSample(step: Draft, lines: string[], [, ticks = '', language = '', file]: RegExpExecArray): void {
  const code = lines.splice(0, lines.indexOf(ticks) + 1).slice(0, -1);
  const named = file === undefined ? {} : { file };
  // The test of all guides checks that every language has a name.
  step.samples = [...(step.samples ?? []), { language: language as CodeLanguage, ...named, code: code.join('\n') }];
}

function addDirective(step: Draft, [line, kind, name = '', redirects]: RegExpExecArray): void {
  if (redirects) {
    step.hasRedirects = true;
  } else if (kind === 'tab') {
    step.tab = name as Step['tab'];
  } else if (kind === 'text') {
    step.text = [...step.text, name as Step['text'][number]];
  } else {
    fail(line);
  }
}

/** Reads a guide: front matter, then a heading per step with prose, settings and samples below it. */
export function parseGuide(markdown: string): Guide {
  const lines = markdown.trimEnd().split('\n');
  const head = readHead(lines);
  const steps: Draft[] = [];
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const step = steps.at(-1);
    const [sample, found, setting] = [fence.exec(line), directive.exec(line), row.exec(line)];
    if (line.startsWith('## ')) {
      steps.push({ title: line.slice(3) as Step['title'], text: [] });
    } else if (step && sample) {
      addSample(step, lines, sample);
    } else if (step && found) {
      addDirective(step, found);
    } else if (step && setting) {
      const [, label = '', value = ''] = setting;
      const isHead = label === 'Setting' || /^-+$/.test(label);
      const more: Setting[] = isHead ? [] : [{ label, value: value.replaceAll('`', '') }];
      step.settings = [...(step.settings ?? []), ...more];
    } else if (line !== '') {
      fail(line);
    }
  }
  return { ...head, steps };
}
