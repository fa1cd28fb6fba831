import type { Client } from 'pg';

/** New tenants of the cloud edition sign people in by email. The people of the benchmarks have usernames. */
export const useUsernames = (client: Client) =>
  client.query(`update sign_in_experiences set
    sign_in = '{"methods":[{"identifier":"username","password":true,"verificationCode":false,"isPasswordPrimary":true}]}',
    sign_up = '{"identifiers":["username"],"password":true,"verify":false}'`);
