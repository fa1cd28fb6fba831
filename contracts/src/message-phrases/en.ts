import type { TemplateType } from '../messages/email-templates.ts';
import english from './phrases.en.json' with { type: 'json' };

/**
 * The texts for a purpose. `title` is the heading, and the subject if there is a link and no code. `code` is the
 * subject of an email and the whole text message: the code comes first because phones show the start of a message.
 */
type Purpose = { title: string; code: string; action: string };

/** A text message confirms a phone number, an email confirms an email address. */
type PurposeKey = TemplateType | 'BindNewPhone';

/** The subject of an account notice. */
export type NoticeTopic = 'password' | 'email' | 'phone' | 'identities' | 'mfa' | 'export' | 'deletion';

/** The texts of the built-in messages. `{{app}}` is the name of the application. */
export type MessageWords = {
  purposes: Record<PurposeKey, Purpose>;
  code: { lead: string; orLink: string };
  link: { lead: string; copy: string };
  ignore: string;
  notices: {
    changed: string;
    deleted: string;
    exported: string;
    what: Record<NoticeTopic, string>;
    warning: string;
    undo: string;
    undoAction: string;
  };
  /** `{{device}}` is browser and system, `{{time}}` the local time. `what` and `advice` follow each other. */
  newDevice: { title: string; what: string; advice: string; action: string; unknown: string };
  /** `{{minutes}}`: how long the person can answer. */
  signInRequest: { title: string; lead: string; action: string };
  /** The sender escapes the names in it, so that no mail program turns them into links. */
  invitation: { subject: string; lead: string; accept: string; until: string; ignore: string };
};

/** The English texts. */
export const en: MessageWords = english;
