/** English texts of the page that posts a message. Other languages: `server/languages`. */
export const samlPost = { title: 'Signing you in', signOut: 'Signing you out', go: 'Continue' };
