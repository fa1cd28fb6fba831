/** English texts of the proxy's own pages; `{{name}}` is the name of the application. Other languages: `server/languages`. */
export const proxy = {
  unknownHost: {
    title: 'Nothing found at this address',
    text: 'Check the spelling of the address, or ask the person who gave it to you. It may no longer exist.',
  },
  suspended: { title: 'This application is suspended', text: 'Ask the operator of {{name}} for help.' },
  badRequest: { title: 'This request is not valid', text: 'Check the address and try again.' },
  methodNotAllowed: { title: 'This method is not allowed', text: 'Use another HTTP method.' },
  signInRequired: { title: 'Sign in to continue', text: 'You are not signed in to {{name}}.', action: 'Sign in' },
  noAccess: { title: 'You do not have access', text: 'Ask the operator of {{name}} for help.' },
  signInFailed: {
    title: 'Sign-in failed',
    text: 'The sign-in took too long, was canceled or began in another browser.',
    action: 'Try again',
  },
  originDown: {
    title: '{{name}} is not available',
    text: 'The application does not respond. Try again in a few minutes.',
    action: 'Try again',
  },
  originSlow: {
    title: '{{name}} takes too long',
    text: 'The application did not respond in time. Try again in a few minutes.',
    action: 'Try again',
  },
};
