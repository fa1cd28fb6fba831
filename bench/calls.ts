import { managementApiIndicator } from '@postern/contracts/wire';
import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client';
import { Agent, request } from 'undici';
import { type Line, measure } from './measure.ts';
import { createMachine } from './prepare.ts';
import type { BenchServer } from './server.ts';

const agent = new Agent({ connections: 16, pipelining: 1 });

export async function send(
  url: string,
  options: {
    method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    headers?: Record<string, string>;
    body?: string;
    status?: number;
  },
) {
  const { method = 'GET', headers, body, status = 200 } = options;
  const response = await request(url, { method, headers, body, dispatcher: agent });
  const text = await response.body.text();
  if (response.statusCode !== status) {
    throw new Error(`${method} ${url} answered ${response.statusCode}: ${text.slice(0, 200)}`);
  }
  return { text, headers: response.headers };
}

/** The parameters of an authorization request, and the verifier that the token request needs. */
export async function authorizationOf(clientId: string, redirectUri: string) {
  const verifier = randomPKCECodeVerifier();
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid profile offline_access',
    redirect_uri: redirectUri,
    prompt: 'login consent',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { query, verifier };
}

export const form = { 'content-type': 'application/x-www-form-urlencoded' };
export const basic = ({ id, secret }: { id: string; secret: string }) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

export async function managementToken(server: BenchServer): Promise<string> {
  const machine = await createMachine(server);
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    resource: managementApiIndicator('default'),
    scope: 'all',
  });
  const { text } = await send(`${server.endpoint}/oidc/token`, {
    method: 'POST',
    headers: { ...form, authorization: basic(machine) },
    body: String(body),
  });
  return JSON.parse(text).access_token;
}

/** Requests of the management API with a GET, each as one line. */
export async function measureReads(
  server: BenchServer,
  reads: { name: string; path: string; count?: number; connections?: number; budget?: Line['budget'] }[],
): Promise<Line[]> {
  const authorization = `Bearer ${await managementToken(server)}`;
  const lines: Line[] = [];
  for (const { name, path, count = 1000, connections = 16, budget } of reads) {
    lines.push(
      await measure(server, name, { count, warmUp: Math.min(100, count), connections, budget }, async () => {
        await send(`${server.endpoint}${path}`, { headers: { authorization } });
      }),
    );
  }
  return lines;
}
