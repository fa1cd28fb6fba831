export { buildLogoutRequest, buildLogoutResponse } from './build-response.ts';
export { sendPostForm } from './post-form.ts';
export { isLogoutConfirmed, readProviderLogout, replayMs } from './read-request.ts';
export { signQuery, signRoot } from './sign-xml.ts';
