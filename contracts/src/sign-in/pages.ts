import type { AccountCenter } from '../experience/account-center.ts';
import type { Translation } from '../experience/custom-phrases.ts';
import type { FullSignInExperience } from '../experience/sign-in-experience.ts';
import type { ConsentInfo } from './consent.ts';

/** Placed by the server in the HTML of the sign-in pages: first frame in the tenant's colors and language. */
export type EmbeddedSettings = {
  experience: FullSignInExperience;
  /** BCP 47 tag of the phrases the page starts with. */
  language: string;
  /** BCP 47 tags of all languages that people can choose: those on board and those that the tenant has written. */
  languages: string[];
  /** The tenant's own wording in that language; it goes over the built-in phrases, English where there are none. */
  phrases?: Translation;
  application?: { id: string; name: string; logoUrl?: string };
  /** On the consent page alone. */
  consent?: ConsentInfo;
  /** On /switch-account alone: who is signed in, and the same request without the token, where it can be repeated. */
  switchAccount?: { user: ConsentInfo['user']; stayUri?: string };
  /** On /springboard alone, when it leads to the provider of a connector and back to an application. */
  springboard?: { connectorId: string; state: string; callback: string; redirectTo: string };
  /** In the console's preview alone: the origin that may say what to show. The page does nothing else then. */
  previewOrigin?: string;
};

/** The same for the account center, which also must know what people may see and change. */
export type EmbeddedAccountSettings = EmbeddedSettings & {
  accountCenter: Pick<AccountCenter, 'enabled' | 'fields' | 'deleteAccount'>;
};
