import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownConnectors } from '../../connectors/index.ts';
import { errors } from '../../contracts/src/errors.ts';
import { localizeMetadata } from '../../server/src/features/messages/connectors/localize.ts';
import { sentences } from '../../server/src/platform/i18n/issue-sentences.ts';
import { contractSentences, ruleSentences } from '../../server/src/platform/i18n/known-sentences.ts';
import { englishFiles } from './files.mjs';
import { flatten, type Texts } from './read-phrases.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Texts that are their own key. */
const byText = (texts: Iterable<string>) => Object.fromEntries([...texts].map((text) => [text, text]));

const refuse = () => Promise.reject(new Error('Metadata needs no network.'));

async function connectorTexts(): Promise<Record<string, string>> {
  const said = new Set<string>();
  for (const { load } of Object.values(ownConnectors)) {
    const connector = await (await load())({ getConfig: async () => ({}), egress: { fetch: refuse, resolve: refuse } });
    localizeMetadata(connector.metadata, 'en', (text) => {
      said.add(text);
      return text;
    });
  }
  return byText(said);
}

/** Texts that are in the code, because each stands beside its status, rule or field. */
const inCode = async (): Promise<[name: string, texts: object][]> => [
  ['platform.errors.server', Object.fromEntries(Object.entries(errors).map(([code, [, text]]) => [code, text]))],
  ['platform.sentences.server', byText([...Object.values(sentences), ...contractSentences, ...ruleSentences])],
  ['messages.connectors.server', await connectorTexts()],
];

/** One file of English texts: the name of its translations, where it is, and its texts. */
export type English = { name: string; source: string; texts: Texts };

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Everything that people read, in English. */
export const readEnglish = async (): Promise<English[]> => [
  ...[...englishFiles()].map(([name, path]) => ({ name, source: path, texts: flatten(read(path)) })),
  ...(await inCode()).map(([name, texts]) => ({ name, source: 'the code', texts: flatten(texts) })),
];
