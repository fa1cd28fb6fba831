import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { totpCode, totpStep } from '../server/src/features/people/users/totp.ts';
import { createAuthenticator } from '../server/src/testing/passkeys.ts';
import { managementToken, send } from './calls.ts';
import { type Line, measure } from './measure.ts';
import { type BenchServer, startServer } from './server.ts';
import { type Step, signInFlow } from './sign-in.ts';

const [count, warmUp] = [150, 20];
/** Each person signs in once, because a code of an app works once. */
const people = count + warmUp;
const options = { count, warmUp, connections: 4 };

type Settings = Record<string, unknown>;

function managementOf(server: BenchServer, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = (method: 'POST' | 'PATCH', path: string, body: unknown, status?: number) =>
    send(`${server.endpoint}${path}`, { method, headers, body: JSON.stringify(body), ...(status ? { status } : {}) });
  return {
    change: (settings: Settings) => call('PATCH', '/api/sign-in-exp', settings),
    async addApp(index: number): Promise<string> {
      const id = `bench${String(index).padStart(7, '0')}`;
      const { text } = await call('POST', `/api/users/${id}/mfa-verifications`, { type: 'Totp' });
      return JSON.parse(text).secret;
    },
  };
}

const idOf = ({ text }: { text: string }): string => JSON.parse(text).verificationId;

async function measureApps(server: BenchServer, flow: Flow, { change, addApp }: ReturnType<typeof managementOf>) {
  const secrets: string[] = [];
  for (let index = 0; index < people; index += 1) {
    secrets.push(await addApp(index));
  }
  await change({ mfa: { factors: ['Totp'], policy: 'NoPrompt' } });
  let next = 0;
  const line = await measure(server, 'sign-in: password and authenticator app', { ...options, hashes: 1 }, () => {
    const index = next;
    next += 1;
    return flow.signInBy(async (step) => {
      await flow.showPassword(step, `bench_${index}`);
      await step('POST', '/verification/totp/verify', { code: totpCode(secrets[index] ?? '', totpStep()) });
    });
  });
  await change({ mfa: { factors: [], policy: 'NoPrompt' } });
  return line;
}

type Flow = Awaited<ReturnType<typeof signInFlow>>;
type Authenticator = ReturnType<typeof createAuthenticator>;

async function measurePasskeys(server: BenchServer, flow: Flow, { change }: ReturnType<typeof managementOf>) {
  const at = { rpId: new URL(server.endpoint).hostname, origin: server.endpoint };
  await change({ passkeySignIn: { enabled: true, showPasskeyButton: true, allowAutofill: true } });
  const path = '/verification/web-authn/registration';
  const register = async (step: Step, index: number): Promise<Authenticator> => {
    const key = createAuthenticator();
    await flow.showPassword(step, `bench_${index}`);
    const begun = await step('POST', path);
    const verificationId = idOf(begun);
    const payload = key.register(JSON.parse(begun.text).registrationOptions.challenge, at);
    await step('POST', `${path}/verify`, { verificationId, payload });
    await step('POST', '/profile/mfa', { type: 'WebAuthn', verificationId });
    return key;
  };
  const keys: Authenticator[] = [];
  for (let index = 0; index < people; index += 1) {
    await flow.signInBy(async (step) => {
      keys.push(await register(step, index));
    });
  }
  let next = 0;
  return measure(server, 'sign-in: passkey', options, () => {
    const index = next;
    next += 1;
    return flow.signInBy(async (step) => {
      const begun = await step('POST', '/verification/sign-in-passkey/authentication');
      const { challenge } = JSON.parse(begun.text).authenticationOptions;
      const payload = keys[index]?.authenticate(challenge, `bench${String(index).padStart(7, '0')}`, at);
      const verificationId = idOf(begun);
      await step('POST', '/verification/sign-in-passkey/authentication/verify', { verificationId, payload });
      await step('POST', '/identification', { verificationId });
    });
  });
}

/**
 * A sign-in with a second factor and one with a passkey, next to one with a password. Each must use at most 1.3 times the
 * CPU time of the password alone. Uses its own server, because secrets of factors need a vault key.
 */
export async function measureFactors(): Promise<Line[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-bench-'));
  const server = await startServer(dataDir, { SECRET_VAULT_KEK: randomBytes(32).toString('base64') });
  try {
    const management = managementOf(server, await managementToken(server));
    const flow = await signInFlow(server);
    const password = await measure(server, 'sign-in: password', { ...options, hashes: 1 }, flow.signIn);
    const app = await measureApps(server, flow, management);
    const passkey = await measurePasskeys(server, flow, management);
    for (const { name, serverCpuMs } of [app, passkey]) {
      console.log(`${name}: ${(serverCpuMs / password.serverCpuMs).toFixed(2)} times the password (at most 1.30)`);
    }
    return [password, app, passkey];
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
