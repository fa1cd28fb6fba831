export type EditionName = 'oss' | 'cloud';

export type Config = {
  edition: EditionName;
  /** Path of the server of the console on its host, such as `/auth`; empty if the host is its own. */
  prefix: string;
  /** Path of the console on its origin, with leading and trailing slash. */
  base: string;
  version: string;
  docsUrl: string;
  releaseInfoUrl: string | null;
  /** Whether messages without a connector are stored in the mailbox; never in production. */
  hasMailbox: boolean;
  /** Whether the server has a proxy for protected applications. */
  hasProtectedApps: boolean;
  /** Whether a language model answers questions; otherwise sections of the documentation are shown. */
  hasLanguageModel: boolean;
  /** Whether the operator has a tracker for page views. */
  hasTracker: boolean;
  /** Whether the server has certificates for custom domains, so that their addresses begin with https. */
  hasDomainCertificates: boolean;
  /** Contact addresses of the operator; missing ones link to the help page. */
  contact: Partial<Record<'chat' | 'issues' | 'email' | 'meeting', string>>;
};

const whenServedByVite: Config = {
  edition: 'oss',
  prefix: '',
  base: '/',
  version: '0.0.0',
  docsUrl: '/docs',
  releaseInfoUrl: null,
  hasMailbox: true,
  hasProtectedApps: false,
  hasLanguageModel: false,
  hasTracker: false,
  hasDomainCertificates: false,
  contact: {},
};

function readConfig(): Config {
  const text = document.querySelector('#postern-config')?.textContent;
  return text ? { ...whenServedByVite, ...JSON.parse(text) } : whenServedByVite;
}

/** Configuration that the server embeds in index.html. */
export const config: Config = readConfig();

/** The address of the server that sent this page. */
export const ownEndpoint = () => location.origin + config.prefix;
