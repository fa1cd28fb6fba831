export const mfa = {
  purpose: 'A second step after the first sign-in method, so that a stolen password is not enough.',
  factors: {
    title: 'Factors',
    help: 'What people can set up as a second step. The sign-in pages list them in this order.',
    names: {
      WebAuthn: 'Passkey',
      Totp: 'Authenticator app',
      PhoneVerificationCode: 'Code by text message',
      EmailVerificationCode: 'Code by email',
      BackupCode: 'Backup codes',
    },
    about: {
      WebAuthn: 'Fingerprint, face, screen lock or a security key. Protects against phishing.',
      Totp: 'One-time codes from an app such as Google Authenticator or 1Password.',
      PhoneVerificationCode:
        'A code sent to the phone number of the account. Less safe than an app or a passkey, so offer one of these too.',
      EmailVerificationCode: 'A code sent to the email address of the account.',
      BackupCode: 'Ten codes for when another factor is not available. Each code works once.',
    },
    clash: {
      email: 'Not available, because people sign in with email codes.',
      phone: 'Not available, because people sign in with SMS codes.',
    },
    openMethods: 'Change sign-in methods',
  },
  problems: {
    alone: 'Backup codes need another factor. Turn on at least one more.',
    email: 'People sign in with email codes, so these cannot be a second factor. Turn off “Code by email”.',
    phone: 'People sign in with SMS codes, so these cannot be a second factor. Turn off “Code by text message”.',
  },
  policy: {
    title: 'Policy',
    help: 'When people are asked to set up a factor. People who have one are asked for it at every sign-in, except on trusted devices.',
    noFactors: 'Turn on a factor to choose a policy.',
    require: 'Require a second factor',
    requireOn: 'People without a factor must set one up to finish signing in or signing up.',
    requireOff: 'When off, people can sign in without a second factor.',
    prompt: 'Prompt to set up a factor',
    prompts: {
      PromptAtSignInAndSignUp: 'At sign-in and sign-up',
      PromptOnlyAtSignIn: 'At sign-in only',
      NoPrompt: 'No prompt',
    },
    promptHelp: {
      PromptAtSignInAndSignUp:
        'People without a factor are offered one when they sign up or sign in. They can skip it.',
      PromptOnlyAtSignIn:
        'People without a factor are offered one when they sign in, but not while they create their account. They can skip it.',
      NoPrompt: 'The sign-in pages do not offer factors. People can set one up in the account center.',
    },
    organizations: 'Members of organizations that require a second factor',
    organizationPolicies: { NoPrompt: 'Follow the policy above', Mandatory: 'Must set one up to sign in' },
    organizationsHelp: {
      NoPrompt: 'They can sign in without a factor, but get no tokens for such an organization.',
      Mandatory: 'Members of at least one such organization cannot skip the setup.',
      All: 'Everyone needs a second factor, members of organizations too.',
    },
  },
  trusted: {
    title: 'Trusted devices',
    help: 'After a second factor was verified, people can choose not to be asked for it in that browser for some time.',
    enabled: 'Offer to trust a device',
    enabledHelp:
      'Applications, organizations and risky sign-ins that demand a factor still ask for it. A new password, a reset of the factors or signing out everywhere ends the trust.',
    noFactors: 'Takes effect as soon as a factor is turned on.',
    days: 'Ask again after',
    daysHelp: 'A shorter time also applies to devices that are trusted already.',
    unit: 'days',
    daysWrong: 'Use a whole number from 1 to {{max}}.',
  },
  passkeys: {
    title: 'Passkey sign-in',
    help: 'Sign-in with a passkey alone, without a password or code. It counts as a second factor too.',
    enabled: 'Allow sign-in with a passkey',
    enabledHelp: 'After a sign-in with a password or code, people are offered to create a passkey.',
    button: 'Show a button on the sign-in page',
    buttonHelp: 'People choose “Sign in with a passkey” instead of entering an identifier.',
    autofill: 'Suggest passkeys in the identifier field',
    autofillHelp: 'Browsers that support it list passkeys like saved passwords.',
  },
} as const;
