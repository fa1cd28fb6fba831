import type { TemplateType } from '../messages/email-templates.ts';

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

export const en: MessageWords = {
  purposes: {
    SignIn: {
      title: 'Sign in to {{app}}',
      code: '{{code}} is your code to sign in to {{app}}',
      action: 'Sign in',
    },
    Register: {
      title: 'Create your account at {{app}}',
      code: '{{code}} is your code to create an account at {{app}}',
      action: 'Create account',
    },
    ForgotPassword: {
      title: 'Set a new password for {{app}}',
      code: '{{code}} is your code to set a new password for {{app}}',
      action: 'Set a new password',
    },
    OrganizationInvitation: {
      title: 'You are invited to {{app}}',
      code: '{{code}} is your code to accept the invitation to {{app}}',
      action: 'Accept the invitation',
    },
    Generic: {
      title: 'Confirm that it is you at {{app}}',
      code: '{{code}} is your code for {{app}}',
      action: 'Confirm',
    },
    UserPermissionValidation: {
      title: 'Confirm a change to your account at {{app}}',
      code: '{{code}} is your code to confirm a change to your account at {{app}}',
      action: 'Confirm the change',
    },
    BindNewIdentifier: {
      title: 'Confirm your email address for {{app}}',
      code: '{{code}} is your code to confirm your email address for {{app}}',
      action: 'Confirm email address',
    },
    BindNewPhone: {
      title: 'Confirm your phone number for {{app}}',
      code: '{{code}} is your code to confirm your phone number for {{app}}',
      action: 'Confirm phone number',
    },
    MfaVerification: {
      title: 'Finish signing in to {{app}}',
      code: '{{code}} is your code to finish signing in to {{app}}',
      action: 'Finish signing in',
    },
    BindMfa: {
      title: 'Set up two-step verification for {{app}}',
      code: '{{code}} is your code to set up two-step verification for {{app}}',
      action: 'Set up',
    },
  },
  code: {
    lead: 'Enter this code on the page that asks for it. It is valid for {{minutes}} minutes.',
    orLink: 'Or continue with this link, preferably in the browser where you started.',
  },
  link: {
    lead: 'Use this link to continue.',
    copy: 'If the button does not work, open this link in your browser:',
  },
  ignore: 'If you did not request this message, you can ignore it. Do not share it with anyone.',
  notices: {
    changed: 'Your account at {{app}} was changed',
    deleted: 'Your account at {{app}} was deleted',
    exported: 'Your data at {{app}} was exported',
    what: {
      password: 'The password of your account was changed.',
      email: 'The email address of your account was changed.',
      phone: 'The phone number of your account was changed.',
      identities: 'The linked accounts of your account were changed.',
      mfa: 'The second factors of your account were changed.',
      export: 'A copy of all your account data was downloaded.',
      deletion: 'Your account and all its data were deleted, as requested in the account center.',
    },
    warning: 'If this was not you, contact the support of the application immediately.',
    undo: 'If this was not you, undo the change within {{hours}} hours:',
    undoAction: 'Undo the change',
  },
  newDevice: {
    title: 'New sign-in to your account at {{app}}',
    what: 'Someone signed in to your account with a device that was not used before: {{device}}, {{time}}, network address {{ip}}.',
    advice: 'If this was you, ignore this message. Otherwise sign the device out within {{days}} days:',
    action: 'This was not me',
    unknown: 'unknown device',
  },
  signInRequest: {
    title: 'Approve a sign-in to {{app}}',
    lead: 'Someone started a sign-in to {{app}} with your account. If this was you, open this page and approve it within {{minutes}} minutes. Otherwise refuse it there:',
    action: 'Show the request',
  },
  invitation: {
    subject: 'Invitation to {{tenant}} on {{product}}',
    lead: '{{inviter}} invited you to join the tenant “{{tenant}}” on {{product}}.',
    accept: 'Accept the invitation',
    until: 'The invitation is valid until {{expiresAt}}.',
    ignore:
      'If you do not know the person who invited you, you can ignore this message. Do not share the link, because it confirms your email address.',
  },
};
