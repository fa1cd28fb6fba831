export type EditionName = 'oss' | 'cloud';

export type Config = {
  edition: EditionName;
  /** Path of the console on its origin, with a slash at both ends. */
  base: string;
  version: string;
  docsUrl: string;
  releaseInfoUrl: string | null;
  /** Messages that no connector takes are kept where the console shows them; never in production. */
  hasMailbox: boolean;
  /** Where people reach whoever runs this installation; what is not set leads to the help page. */
  contact: Partial<Record<'chat' | 'issues' | 'email' | 'meeting', string>>;
};

const whenServedByVite: Config = {
  edition: 'oss',
  base: '/',
  version: '0.0.0',
  docsUrl: '/docs',
  releaseInfoUrl: null,
  hasMailbox: true,
  contact: {},
};

function readConfig(): Config {
  const text = document.querySelector('#postern-config')?.textContent;
  return text ? { ...whenServedByVite, ...JSON.parse(text) } : whenServedByVite;
}

/** What the server writes into index.html. */
export const config: Config = readConfig();
