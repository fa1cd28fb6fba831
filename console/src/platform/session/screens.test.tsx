import { rolesApi } from '@postern/contracts/access/roles';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api, expectNoProblems, openScreen } from '../../testing/open-screen.tsx';
import { clearSession } from './store.ts';

afterEach(expectNoProblems);

/** Asks as the API reference does, and collects the answers. */
function listen() {
  const channel = new BroadcastChannel('postern:docs');
  const answers: Record<string, unknown>[] = [];
  channel.onmessage = ({ data }) => void answers.push(data);
  return { ask: (question: object) => channel.postMessage(question), answers, close: () => channel.close() };
}

test('the console lends the API reference an access token, for operations that its person may call', async () => {
  api.on(rolesApi.list, []);
  const { ask, answers, close } = listen();
  await openScreen('/roles');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible();
  ask({ kind: 'who', id: 'one', auth: 'management' });
  await expect.poll(() => answers).toHaveLength(1);
  expect(answers[0]).toMatchObject({ kind: 'answer', id: 'one', base: location.origin, tenantId: 'default' });
  expect(answers[0]).not.toHaveProperty('token');
  // Another tab is meant, a kind of the cloud edition, and no question at all.
  ask({ kind: 'token', id: 'two', auth: 'management', tab: 'other' });
  ask({ kind: 'token', id: 'three', auth: 'cloud', tab: answers[0]?.tab });
  ask({ kind: 'token' });
  ask({ kind: 'token', id: 'four', auth: 'management', tab: answers[0]?.tab });
  await expect.poll(() => answers).toHaveLength(2);
  expect(answers[1]).toMatchObject({ id: 'four', token: 'token' });
  clearSession();
  ask({ kind: 'who', id: 'five', auth: 'management' });
  await openScreen('/roles');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible();
  ask({ kind: 'who', id: 'six', auth: 'me' });
  await expect.poll(() => answers).toHaveLength(3);
  expect(answers[2]).toMatchObject({ id: 'six' });
  close();
});
