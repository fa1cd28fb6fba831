import { ownConnectors } from '../../connectors/index.ts';
import { errors } from '../../contracts/src/errors.ts';
import { device, footer, signOut } from '../../server/src/features/access/oidc/pages/phrases.ts';
import { proxy } from '../../server/src/features/access/protected-apps/phrases.ts';
import { samlPost } from '../../server/src/features/access/saml-applications/phrases.ts';
import { accountData } from '../../server/src/features/account/account-data/phrases.ts';
import { invoice } from '../../server/src/features/cloud/billing/invoice-phrases.ts';
import { tenantMails } from '../../server/src/features/cloud/tenant-mails/phrases.ts';
import { usageAlerts } from '../../server/src/features/cloud/usage-alerts/phrases.ts';
import { localizeMetadata } from '../../server/src/features/messages/connectors/localize.ts';
import { ssoProblems } from '../../server/src/features/people/sso-connectors/connection-test/phrases.ts';
import { sentences } from '../../server/src/platform/issue-sentences.ts';
import { contractSentences, ruleSentences } from '../../server/src/platform/known-sentences.ts';

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

/** Everything the server says, in English: the sections of a file in `server/languages`. */
export const serverEnglish = async () => ({
  errors: Object.fromEntries(Object.entries(errors).map(([code, [, text]]) => [code, text])),
  sentences: byText([...Object.values(sentences), ...contractSentences, ...ruleSentences]),
  footer,
  signOut,
  device,
  proxy,
  samlPost,
  accountData,
  tenantMails,
  usageAlerts,
  invoice,
  ssoProblems,
  connectors: await connectorTexts(),
});
