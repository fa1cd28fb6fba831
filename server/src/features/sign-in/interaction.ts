import type { Identifier, InteractionEvent } from '@postern/contracts/sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { providerOf, signInSummaryKey } from '#features/oidc';
import type { StoredPassword } from '#features/users';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';

/** Proof of something, gathered on the way. At most one of each type is kept. */
export type VerificationRecord =
  | { id: string; type: 'Password'; identifier: Identifier; verified: boolean; userId: string }
  | { id: string; type: 'NewPasswordIdentity'; identifier: Identifier; password: StoredPassword };

/** What a running sign-in has gathered. Kept with the engine's interaction, so any node can go on with it. */
export type SignInState = {
  event: InteractionEvent;
  userId?: string;
  profile: { username?: string; password?: StoredPassword };
  records: VerificationRecord[];
};

type EngineInteraction = Awaited<ReturnType<Provider['interactionDetails']>>;

export type SignIn = {
  app: App;
  tenantId: string;
  clientId: string;
  languages: string[];
  state: SignInState | undefined;
  save(state: SignInState): Promise<void>;
  /** Ends the interaction with a signed-in person; answers where the browser goes next. */
  finish(accountId: string): Promise<string>;
};

/** Records without what only the server may know. */
export const withoutSecrets = ({ id, type, identifier, ...rest }: VerificationRecord) => ({
  id,
  type,
  identifier,
  ...('verified' in rest ? { verified: rest.verified } : {}),
});

/** How somebody signed in, as scripts for tokens see it. */
const summaryOf = ({ event, records }: SignInState, userId: string) => ({
  interactionEvent: event,
  userId,
  verificationRecords: records.map(withoutSecrets),
});

const stateKey = 'postern';
const now = () => Math.floor(Date.now() / 1000);

async function saveResult(interaction: EngineInteraction, result: Record<string, unknown>): Promise<void> {
  interaction.result = result as EngineInteraction['result'];
  await interaction.save(Math.max(1, interaction.exp - now()));
}

/** The engine's interaction behind the signed cookie, or undefined when there is none or it has expired. */
export async function findInteraction(app: App, tenantId: string, request: FastifyRequest, reply: FastifyReply) {
  const provider = await providerOf(app, tenantId);
  try {
    return await provider.interactionDetails(request.raw, reply.raw);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) {
      return undefined;
    }
    throw error;
  }
}

export async function loadSignIn(
  app: App,
  tenantId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  languages: string[],
): Promise<SignIn> {
  const interaction = await findInteraction(app, tenantId, request, reply);
  if (!interaction) {
    throw new AppError('session.not_found');
  }
  const result = interaction.result as Record<string, unknown> | undefined;
  return {
    app,
    tenantId,
    clientId: String(interaction.params.client_id),
    languages,
    // Only `save` below writes this key.
    state: result?.[stateKey] as SignInState | undefined,
    save: (state) => saveResult(interaction, { [stateKey]: state }),
    async finish(accountId) {
      const state = result?.[stateKey] as SignInState | undefined;
      await saveResult(interaction, {
        login: { accountId, ts: now() },
        ...(state ? { [signInSummaryKey]: summaryOf(state, accountId) } : {}),
      });
      return interaction.returnTo;
    },
  };
}

export type Started = SignIn & { state: SignInState };

/** A sign-in that has begun; the steps after the first need one. */
export function requireStarted(signIn: SignIn): Started {
  const { state } = signIn;
  if (!state) {
    throw new AppError('session.interaction_not_found');
  }
  return { ...signIn, state };
}

export function withRecord(state: SignInState, record: VerificationRecord): SignInState {
  return { ...state, records: [...state.records.filter(({ type }) => type !== record.type), record] };
}

export function getRecord(state: SignInState, id: string | undefined): VerificationRecord {
  const record = state.records.find((one) => one.id === id);
  if (!record) {
    throw new AppError('session.verification_session_not_found');
  }
  return record;
}
