import type { ShownAccountCenter } from '../experience/account-center.ts';
import type { Translation } from '../experience/custom-phrases.ts';
import type { FullSignInExperience } from '../experience/sign-in-experience.ts';
import type { AccessRefusal, ConsentInfo } from './consent.ts';

/**
 * Embedded by the server in the HTML of the sign-in pages, so that the first frame has the tenant's colors and
 * language.
 */
export type EmbeddedSettings = {
  experience: FullSignInExperience;
  /** BCP 47 tag of the initial phrases. */
  language: string;
  /** BCP 47 tags of all languages that users can choose: built-in ones and those of the tenant. */
  languages: string[];
  /** The tenant's own phrases in that language; they override the built-in ones, or English if there are none. */
  phrases?: Translation;
  /** What the page puts before the names of its cookies: `__Host-` on https. */
  cookiePrefix?: string;
  application?: { id: string; name: string; logoUrl?: string };
  /** The name of the authorization request that the page was rendered for. */
  interaction?: string;
  /** On the consent page only. */
  consent?: ConsentInfo;
  /** On the consent page only, instead of `consent`: the user may not use the application. */
  refusal?: AccessRefusal;
  /** On /switch-account only: the signed-in user, and the same request without the token if it can be repeated. */
  switchAccount?: { user: ConsentInfo['user']; stayUri?: string };
  /** On /springboard only, if it leads to the provider of a connector and back to an application. */
  springboard?: { connectorId: string; state: string; callback: string; redirectTo: string };
  /** In the console's preview only: the origin that controls what to show. The page does nothing else then. */
  previewOrigin?: string;
};

/** The same for the account center, with the field settings. */
export type EmbeddedAccountSettings = EmbeddedSettings & {
  accountCenter: ShownAccountCenter;
};
