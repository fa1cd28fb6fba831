import { begin } from '../../platform/begin.ts';
import { call } from '../../platform/client.ts';
import { leave } from '../../platform/finish.ts';

/** Without a password the settings ask for something else beside the name; the server says what. */
export async function registerWithUsername(username: string) {
  await begin('Register');
  await call('addProfile', { type: 'username', value: username });
  await call('identify', {});
  await leave();
}
