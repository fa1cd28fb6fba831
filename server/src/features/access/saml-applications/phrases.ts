/** English texts of the page that posts a response. Other languages: `server/languages`. */
export const samlPost = { title: 'Signing you in', go: 'Continue' };
