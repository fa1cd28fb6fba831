import { begin } from '../../platform/begin.ts';
import { call } from '../../platform/client.ts';
import { leave } from '../../platform/finish.ts';

/** Without a password the settings require another identifier besides the username; the server reports which. */
export async function registerWithUsername(username: string) {
  await begin('Register');
  await call('addProfile', { type: 'username', value: username });
  await call('identify', {});
  await leave();
}
