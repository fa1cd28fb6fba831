/** English texts of the engine's own pages. Other languages: `server/languages`. */
export const footer = {
  help: 'Help',
  contact: 'Contact support',
  privacy: 'Privacy',
  terms: 'Terms',
  signature: 'Secured by Postern',
};

export const signOut = {
  leaving: 'Signing you out',
  go: 'Sign out',
  doneTitle: 'You are signed out',
  done: 'You can close this page.',
};

export const device = {
  title: 'Connect a device',
  ask: 'Enter the code that your device shows.',
  label: 'Code',
  next: 'Continue',
  wrong: 'This code is unknown. Check the spelling.',
  expired: 'This code has expired. Start again on your device.',
  used: 'This code was already used. Start again on your device.',
  missing: 'Enter the code first.',
  blocked: 'Too many attempts. Wait a while and try again.',
  abortedTitle: 'Cancelled',
  aborted: 'The device does not get access to your account.',
  another: 'Enter another code',
  failed: 'Something went wrong. Try again.',
  confirmTitle: 'Is this your device?',
  confirm: '{{name}} wants to sign in on a device that shows this code.',
  warn: 'Continue only if your own device shows the same code now.',
  signedIn: 'You are signed in, so the device gets access to your account.',
  allow: 'Continue',
  deny: 'Cancel',
  doneTitle: 'Device connected',
  done: 'You are signed in on your device. You can close this page.',
};
