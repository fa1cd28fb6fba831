import { useEffect } from 'react';
import { targetOf } from '../client/target.ts';
import { edition } from '../edition.ts';
import { useTenantId } from '../tenant.ts';
import { accessToken } from './access-token.ts';
import { readSession } from './store.ts';

/** Only pages of this origin hear the channel: the console, and the API reference of the documentation. */
const channelName = 'postern:docs';

/** The kinds of operations for which a person of the console has tokens; the last three only in the cloud edition. */
const allKinds = ['management', 'me', 'cloud', 'operator', 'tenant'] as const;
type Kind = (typeof allKinds)[number];
const kinds = edition.tenantInPath ? allKinds : allKinds.slice(0, 2);

/** `who` asks which consoles are open, `token` asks one of them for an access token. */
type Question = { id: string; auth: Kind } & ({ kind: 'who' } | { kind: 'token'; tab: string });

const isKind = (value: unknown): value is Kind => kinds.some((kind) => kind === value);

function readQuestion(data: unknown): Question | undefined {
  if (typeof data !== 'object' || data === null) {
    return undefined;
  }
  const { kind, id, auth, tab } = data as Record<string, unknown>;
  if (typeof id !== 'string' || !isKind(auth)) {
    return undefined;
  }
  if (kind === 'token' && typeof tab === 'string') {
    return { kind, id, auth, tab };
  }
  return kind === 'who' ? { kind, id, auth } : undefined;
}

/**
 * Answers the API reference in another tab, which is then signed in like this one: with an access token of minutes to an
 * hour, in no address and no storage.
 */
export function useLendToken(): void {
  const tenantId = useTenantId();
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    const tab = `${Date.now()}-${Math.random()}`;
    let seenAt = Date.now();
    const note = () => {
      seenAt = Date.now();
    };
    const answer = async (question: Question) => {
      const { base, access } = await targetOf({ auth: { kind: question.auth } }, undefined, tenantId);
      const token = question.kind === 'token' && access ? { token: await accessToken(access) } : {};
      channel.postMessage({ kind: 'answer', id: question.id, tab, base, tenantId, seenAt, ...token });
    };
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const question = readQuestion(data);
      const isMeant = question && (question.kind === 'who' || question.tab === tab);
      // Without a session, a request for a token would lead this tab to the sign-in page.
      if (isMeant && readSession()) {
        // The page that asks says so if no answer comes.
        answer(question).catch(() => undefined);
      }
    };
    document.addEventListener('visibilitychange', note);
    return () => {
      document.removeEventListener('visibilitychange', note);
      channel.close();
    };
  }, [tenantId]);
}
