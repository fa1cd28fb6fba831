import type { AdaptiveMfaResult } from '@postern/contracts/experience/adaptive-mfa';
import type { RiskReport } from '@postern/contracts/experience/sign-in-protection';
import type { InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import { applicationHeader, interactionHeader, interactionParam } from '@postern/contracts/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import {
  applicationMark,
  chooseInteraction,
  currentEpochKey,
  demandsFactor,
  interactionName,
  isAnswerable,
  providerOf,
  saveResult,
  signInDeviceKey,
  signInEpochKey,
  signInProviderKey,
  signInSummaryKey,
  signInStateKey as stateKey,
} from '#features/access/oidc';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';
import { isOutdated } from './compare-epochs.ts';
import { describeAuthentication } from './describe-authentication.ts';
import { type Captcha, type PasskeyPreflight, type SignInState, withoutSecrets } from './state.ts';

type EngineInteraction = Awaited<ReturnType<Provider['interactionDetails']>>;

type Change = (state: SignInState) => SignInState;

export type SignIn = {
  app: App;
  tenantId: string;
  clientId: string;
  languages: string[];
  /** Languages that the application requested. */
  uiLocales: string | undefined;
  /** The organization that the application requested. */
  organizationId: string | undefined;
  /** The application requires a second factor (`acr_values`). */
  demandsFactor: boolean;
  /** The application requires a recent sign-in (`max_age`). */
  demandsRecent: boolean;
  /** How old the sign-in may be, in seconds. */
  maxAge: number | undefined;
  /** The value of the cookie: only this browser has it, and the database stores its digest. */
  secret: string;
  request: FastifyRequest;
  reply: FastifyReply;
  state: SignInState | undefined;
  /** The redirect of a finished sign-in, for a second submit. */
  finishedTo: string | undefined;
  /** Further details for the audit log, whether the step succeeds or fails. */
  notes: { risk?: RiskReport; adaptiveMfaContext?: Record<string, unknown>; adaptiveMfaResult?: AdaptiveMfaResult };
  begin(event: InteractionEvent, captcha: Captcha): Promise<void>;
  /** Keeps a request for a passkey, also before the sign-in begins. */
  prepare(preflight: PasskeyPreflight): Promise<void>;
  /** Applies a change to the stored state, which may be newer than `state`; with `db` in that transaction. */
  save(change: Change, db?: Db): Promise<void>;
  /** The stored state. */
  reload(): Promise<SignInState | undefined>;
  /** Ends the interaction with a signed-in user; returns where the browser goes next. */
  finish(accountId: string, device: string): Promise<string>;
  /** Resets to before the start and drops all collected data. */
  forget(): Promise<void>;
  /** The same, without the session it started in, which may have ended with the old password. */
  abandon(): Promise<void>;
};

/** How the user signed in, for custom JWT scripts. */
const summaryOf = ({ event, records }: SignInState, userId: string) => ({
  interactionEvent: event,
  userId,
  verificationRecords: records.map(withoutSecrets),
});

/** The session at the identity provider with which the user was identified; undefined with another method. */
const providerOfSignIn = ({ identifiedBy }: SignInState) =>
  identifiedBy?.type === 'EnterpriseSso' ? identifiedBy.providerSession : undefined;

const maxAttempts = 5;

/** Only until the sign-in begins; then its state has it. */
const preflightKey = 'postern_passkey_preflight';

type Stored = {
  version: number;
  state: SignInState | undefined;
  isFinished: boolean;
  preflight: PasskeyPreflight | undefined;
};

/** Only this file writes these keys. A sign-in from before a change of its user counts as not started. */
function readResult(result: Record<string, unknown> | undefined): Stored {
  const state = result?.[stateKey] as SignInState | undefined;
  const current = result?.[currentEpochKey];
  return {
    version: typeof result?.version === 'number' ? result.version : 0,
    state: state && typeof current === 'number' && isOutdated(state, current) ? undefined : state,
    isFinished: result?.login !== undefined,
    preflight: (result?.[preflightKey] as PasskeyPreflight | undefined) ?? state?.preflight,
  };
}

const readStored = ({ result }: EngineInteraction) => readResult(result as Record<string, unknown> | undefined);

/** The authorization request that a page names, in its address or its calls. Undefined means the latest. */
function namedIn({ headers, query }: FastifyRequest): string | undefined {
  const name = headers[interactionHeader] ?? (query as Record<string, unknown> | undefined)?.[interactionParam];
  return typeof name === 'string' ? name : undefined;
}

/** The application whose latest request is meant, if no request is named. */
function applicationIn({ headers, query }: FastifyRequest): string | undefined {
  const id = headers[applicationHeader] ?? (query as Record<string, unknown> | undefined)?.app_id;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Lets the engine find the request that is meant, instead of the latest one of the browser. */
async function chooseMeant(app: App, tenantId: string, request: FastifyRequest): Promise<void> {
  const [name, application] = [namedIn(request), applicationIn(request)];
  if (name !== undefined) {
    await chooseInteraction(app, tenantId, request.raw, 'interaction', (id) => interactionName(id) === name);
  } else if (application !== undefined) {
    const wanted = applicationMark(application);
    // Without a mark, a node of the previous release began it.
    await chooseInteraction(app, tenantId, request.raw, 'interaction', (_id, mark = wanted) => mark === wanted);
  }
}

/**
 * The engine's interaction of the signed cookie: the one that the request names, or the latest. Undefined if there is none, it has expired, or its application or
 * redirect URI was removed meanwhile.
 */
export async function findInteraction(app: App, tenantId: string, request: FastifyRequest, reply: FastifyReply) {
  const provider = await providerOf(app, tenantId);
  await chooseMeant(app, tenantId, request);
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    return (await isAnswerable(provider, interaction)) ? interaction : undefined;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) {
      return undefined;
    }
    throw error;
  }
}

type Write = (stored: Stored) => Record<string, unknown>;
type WriteOptions = { leavesSession?: boolean; db?: Db; isDone?: (stored: Stored) => boolean };

/**
 * Steps may run in parallel: two tabs, a double click. Each write has the version it is based on; an outdated one is
 * repeated with the current state.
 */
function createWriter(app: App, tenantId: string, interaction: EngineInteraction) {
  let stored = readStored(interaction);
  async function keep(write: Write, options: WriteOptions): Promise<boolean> {
    const result = { ...write(stored), version: stored.version + 1 };
    const isKept = await saveResult(app, tenantId, interaction.jti, result, options);
    if (isKept) {
      stored = readResult(result);
    }
    return isKept;
  }

  async function reload(): Promise<Stored> {
    const provider = await providerOf(app, tenantId);
    const fresh = await provider.Interaction.find(interaction.jti);
    if (!fresh) {
      throw new AppError('session.not_found');
    }
    stored = readStored(fresh);
    return stored;
  }

  return {
    reload,
    async write(write: Write, options: WriteOptions = {}): Promise<void> {
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        if (await keep(write, options)) {
          return;
        }
        if (options.db) {
          break;
        }
        const fresh = await reload();
        if (options.isDone?.(fresh)) {
          return;
        }
      }
      throw new AppError('session.interaction_not_found');
    },
  };
}

/** Throws if the sign-in was restarted since the step read it. */
function requireSame(state: SignInState | undefined, beginning: string | undefined): SignInState {
  if (!state || state.beginning !== beginning) {
    throw new AppError('session.interaction_not_found');
  }
  return state;
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
  const { state, isFinished } = readStored(interaction);
  const { write, reload } = createWriter(app, tenantId, interaction);
  const { client_id: clientId, ui_locales: uiLocales, organization_id: organizationId } = interaction.params;
  return {
    app,
    tenantId,
    clientId: String(clientId),
    languages,
    uiLocales: typeof uiLocales === 'string' ? uiLocales : undefined,
    organizationId: typeof organizationId === 'string' ? organizationId : undefined,
    demandsFactor: demandsFactor(interaction.params),
    demandsRecent: interaction.params.max_age !== undefined,
    maxAge: interaction.params.max_age === undefined ? undefined : Number(interaction.params.max_age),
    notes: {},
    secret: interaction.jti,
    request,
    reply,
    state,
    finishedTo: isFinished ? interaction.returnTo : undefined,
    begin: (event, captcha) =>
      write(({ preflight }) => ({
        [stateKey]: { beginning: newId(), event, profile: {}, captcha, preflight, records: [] },
      })),
    prepare: (preflight) =>
      write(({ state: last }) => (last ? { [stateKey]: { ...last, preflight } } : { [preflightKey]: preflight })),
    save: (change, db) =>
      write((stored) => ({ [stateKey]: change(requireSame(stored.state, state?.beginning)) }), { db }),
    reload: async () => (await reload()).state,
    async finish(accountId, device) {
      const ts = Math.floor(Date.now() / 1000);
      await write(
        (stored) => {
          const last = requireSame(stored.state, state?.beginning);
          if (last.userId !== accountId) {
            throw new AppError('session.identity_conflict');
          }
          const login = { accountId, ts, ...describeAuthentication(last) };
          return {
            login,
            [signInSummaryKey]: summaryOf(last, accountId),
            [signInDeviceKey]: device,
            [signInEpochKey]: last.epoch,
            [signInProviderKey]: providerOfSignIn(last),
          };
        },
        { isDone: ({ isFinished: isFinishedMeanwhile }) => isFinishedMeanwhile },
      );
      return interaction.returnTo;
    },
    forget: () => write(() => ({})),
    abandon: () => write(() => ({}), { leavesSession: true }),
  };
}

export type Started = SignIn & { state: SignInState };

/** A started sign-in; all steps after the first require one. */
export function requireStarted(signIn: SignIn): Started {
  const { state } = signIn;
  if (!state) {
    throw new AppError('session.interaction_not_found');
  }
  return { ...signIn, state };
}
