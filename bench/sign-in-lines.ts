import { type Line, measure } from './measure.ts';
import { growUsers } from './prepare.ts';
import type { BenchServer } from './server.ts';
import { signInFlow } from './sign-in.ts';

export async function measureSignIn(server: BenchServer): Promise<Line[]> {
  const flow = await signInFlow(server);
  const signIn = await measure(
    server,
    'sign-in: from authorize to tokens',
    { count: 150, connections: 4, warmUp: 20, budget: [32, 6], hashes: 1 },
    flow.signIn,
  );
  const refresh = await measure(
    server,
    'refresh_token with rotation',
    { count: 1500, connections: 16, warmUp: 150, budget: [1.6, 1.0] },
    flow.refresh,
  );
  const userinfo = await measure(server, 'userinfo', { count: 3000, budget: [1.0, 0.3] }, flow.userinfo);
  const introspection = await measure(server, 'introspection', { count: 3000, budget: [1.0, 0.3] }, flow.introspect);
  const known = await measure(server, 'password: known name', { count: 200, connections: 4, warmUp: 20 }, (index) =>
    flow.tryPassword(index, true),
  );
  const unknown = await measure(server, 'password: unknown name', { count: 200, connections: 4, warmUp: 20 }, (index) =>
    flow.tryPassword(index, false),
  );
  return [signIn, refresh, userinfo, introspection, known, unknown];
}

/** The cost must be the same as with few users, and the same for an unknown name. */
export async function measureSignInAmongMany(server: BenchServer): Promise<Line[]> {
  await growUsers(server, 100_000);
  const flow = await signInFlow(server);
  const among = 'among 100,000 users';
  return [
    await measure(
      server,
      `sign-in: ${among}`,
      { count: 150, connections: 4, warmUp: 20, budget: [32, 6], hashes: 1 },
      flow.signIn,
    ),
    await measure(
      server,
      `refresh: ${among}`,
      { count: 1500, connections: 16, warmUp: 150, budget: [1.6, 1.0] },
      flow.refresh,
    ),
    await measure(server, `password: known name, ${among}`, { count: 200, connections: 4, warmUp: 20 }, (index) =>
      flow.tryPassword(index, true),
    ),
    await measure(server, `password: unknown name, ${among}`, { count: 200, connections: 4, warmUp: 20 }, (index) =>
      flow.tryPassword(index, false),
    ),
  ];
}
