import type { AccountData } from '@postern/contracts/account/account-data';
import { directionOf } from '@postern/contracts/choose-language';
import { escapeHtml } from '#platform/http/pages';
import { serverLanguage, textsIn } from '#platform/i18n/languages';
import type { Section } from './gather.ts';
import accountData from './phrases.en.json' with { type: 'json' };

const english: Record<keyof AccountData | 'title' | 'nothing', string> = accountData;

const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);
const print = (value: unknown, by: string) => indent(JSON.stringify(value, null, 2), by);

async function* printItems(items: AsyncIterable<object>): AsyncGenerator<string> {
  let before = '\n    ';
  yield '[';
  for await (const item of items) {
    yield `${before}${print(item, '    ')}`;
    before = ',\n    ';
  }
  yield before.startsWith(',') ? '\n  ]' : ']';
}

/** One JSON object. A truncated download is invalid JSON, so it can be detected. */
export async function* printJson(sections: AsyncIterable<Section>): AsyncGenerator<string> {
  let before = '{\n  ';
  for await (const section of sections) {
    yield `${before}${JSON.stringify(section.name)}: `;
    if ('items' in section) {
      yield* printItems(section.items);
    } else {
      yield print(section.value, '  ');
    }
    before = ',\n  ';
  }
  yield '\n}\n';
}

const show = (value: unknown) => escapeHtml(typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value));

function printTable(value: object): string {
  const rows = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null);
  const cells = rows.map(([name, inner]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${show(inner)}</td></tr>`);
  return `<table>${cells.join('')}</table>\n`;
}

const styles = `body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}
table{width:100%;margin:0 0 1rem;border-collapse:collapse}
th,td{padding:.25rem .5rem;border-bottom:1px solid #8885;text-align:start;vertical-align:top;overflow-wrap:anywhere;white-space:pre-wrap}
th{width:12rem;font-weight:600}`;

async function* printList(items: AsyncIterable<object> | object[], nothing: string): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const item of items) {
    isEmpty = false;
    yield printTable(item);
  }
  if (isEmpty) {
    yield `<p>${escapeHtml(nothing)}</p>\n`;
  }
}

/** A readable page without scripts that opens from a disk. All user input is escaped (attack 34). */
export async function* printHtml(sections: AsyncIterable<Section>, languages: string[]): AsyncGenerator<string> {
  const language = serverLanguage(languages);
  const titles = textsIn(language, 'account.account-data', english);
  yield `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(titles.title)}</title>
<style>${styles}</style></head><body><h1>${escapeHtml(titles.title)}</h1>
`;
  for await (const section of sections) {
    yield `<h2>${escapeHtml(titles[section.name])}</h2>\n`;
    if ('items' in section) {
      yield* printList(section.items, titles.nothing);
    } else if (Array.isArray(section.value)) {
      yield* printList(section.value, titles.nothing);
    } else {
      yield printTable(section.value);
    }
  }
  yield '</body></html>\n';
}
