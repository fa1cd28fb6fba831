import { normalizeEmail } from '@postern/contracts/normalize';
import { signInRequestMinutes } from '@postern/contracts/sign-in/sign-in-requests';
import {
  type Account,
  type BackchannelAuthenticationRequest,
  type Client,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  type Provider,
} from 'oidc-provider';
import { getAccountCenter } from '#features/experience/account-center';
import { countLimits } from '#features/operations/throttle';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { phoneVariants } from '#platform/db/fold-identifiers';
import { emit } from '#platform/jobs/events';
import { enqueue } from '#platform/jobs/jobs';
import { newId } from '#platform/secrets/ids';
import { sealerFor } from '#platform/secrets/seal-column';
import { type SealedColumn, sealPlainText } from '#platform/secrets/sealed-columns';
import { unprintable } from '../clients/authorization-details.ts';
import { claimsByScope, findAccount } from '../tokens/claims.ts';
import { userNamedBy } from '../tokens/pairwise.ts';
import { digest } from './adapter.ts';
import { type BackchannelAnswer, findHintedUser, insertSignInRequest } from './backchannel.store.ts';
import { gatherRows } from './pending.ts';
import type { NewModel } from './unit.ts';

/** The slice of the sign-in requests writes to the person. */
export const signInRequestQueue = 'sign-in-requests.mail';

const maxHint = 256;
const maxBindingMessage = 128;
const windowSeconds = 600;
/** Requests within the window. A person is asked a few times at most, whichever application asks. */
const most = { hint: 5, application: 600, tenant: 3000 };

/**
 * The ID of a user that does not exist. Applications must not learn who has an account, so such a request gets the same
 * answer as others and expires.
 */
const unknownUser = '-';

const purposeOf = (tenantId: string, id: string) => `sign-in-request/${tenantId}/${id}`;
const notificationSealer = ({ vault }: App, tenantId: string, id: string) => sealerFor(vault, purposeOf(tenantId, id));

export const sealedNotifications: SealedColumn = {
  table: 'sign_in_requests',
  column: 'notification',
  purpose: ({ tenantId, id }) => purposeOf(tenantId, id),
  sealPlain: sealPlainText,
};

type Notification = { authReqId: string; token: string };

export const openNotification = (app: App, tenantId: string, id: string, sealed: string): Notification =>
  // Written by `announce` only.
  JSON.parse(notificationSealer(app, tenantId, id).open(sealed)) as Notification;

async function findHinted(app: App, tenantId: string, hint: string): Promise<string> {
  const text = hint.trim();
  const digits = text.replace(/^\+/, '');
  const known = await app.tenancy.read(tenantId, (db) =>
    findHintedUser(db, {
      text,
      email: normalizeEmail(text),
      phones: /^\d{5,20}$/.test(digits) ? phoneVariants(digits) : [],
    }),
  );
  return known ?? unknownUser;
}

/** An ID token names the user as its application knows them. */
const hintedUser = async (app: App, tenantId: string, userId: string, { oidc }: KoaContextWithOIDC) =>
  oidc.client && typeof oidc.params?.id_token_hint === 'string'
    ? userNamedBy(app, tenantId, oidc.client, userId)
    : userId;

/** The account of the request. Unknown and suspended users look like all others to the application. */
export const findAskedAccount = async (
  app: App,
  tenantId: string,
  userId: string,
  ctx: KoaContextWithOIDC,
): Promise<Account> =>
  (await findAccount(app, tenantId, await hintedUser(app, tenantId, userId, ctx), ctx)) ?? {
    accountId: unknownUser,
    claims: async () => ({ sub: unknownUser }),
  };

/** Counts the request for the hint, the application and the tenant. */
async function limitRequests(app: App, tenantId: string, { oidc: { params, client } }: KoaContextWithOIDC) {
  const hint = String(params?.login_hint ?? params?.id_token_hint ?? '');
  const limits = [
    { what: `sign-in request for ${normalizeEmail(hint)}`, amount: 1, most: most.hint },
    { what: `sign-in request of ${client?.clientId}`, amount: 1, most: most.application },
    { what: 'sign-in request', amount: 1, most: most.tenant },
  ];
  await app.tenancy.write(tenantId, async (db) => {
    if (await countLimits(db, limits, windowSeconds)) {
      const error = new errors.CustomOIDCProviderError('slow_down', 'too many requests, try again later');
      error.statusCode = 429;
      throw error;
    }
  });
}

async function checkRequest(app: App, tenantId: string, ctx: KoaContextWithOIDC, context: unknown): Promise<void> {
  if (context !== undefined || ctx.oidc.params?.authorization_details !== undefined) {
    throw new errors.InvalidRequest('request_context and authorization_details are not supported here');
  }
  const hint = ctx.oidc.params?.login_hint;
  if (typeof hint === 'string' && (hint.length > maxHint || unprintable.test(hint))) {
    throw new errors.InvalidRequest(`login_hint may have at most ${maxHint} characters on one line`);
  }
  if (!(await getAccountCenter(app, tenantId)).enabled) {
    throw new errors.InvalidRequest('people answer in the account center, which is turned off');
  }
  await limitRequests(app, tenantId, ctx);
}

/** People compare it with the text where the sign-in was started. */
async function checkBindingMessage(_ctx: KoaContextWithOIDC, message: string | undefined): Promise<void> {
  if (
    message !== undefined &&
    (message.trim() === '' || message.length > maxBindingMessage || unprintable.test(message))
  ) {
    throw new errors.InvalidBindingMessage(
      `the binding_message must have 1 to ${maxBindingMessage} characters on one line`,
    );
  }
}

/**
 * A person can be named in many ways: ID, username, address, number in several notations, any of their ID tokens. The
 * request is not shown when they were asked often enough, but accepted: otherwise the answers would tell which names
 * belong to one person.
 */
const isAskedTooOften = async (db: Db, userId: string): Promise<boolean> =>
  (await countLimits(db, [{ what: `sign-in request to ${userId}`, amount: 1, most: most.hint }], windowSeconds)) !==
  undefined;

/** Stores the request for the account center, and adds the job that writes to the person. */
async function announce(
  app: App,
  tenantId: string,
  { oidc: { params } }: KoaContextWithOIDC,
  request: BackchannelAuthenticationRequest,
  account: Account,
  client: Client,
): Promise<void> {
  const id = newId();
  const token = params?.client_notification_token;
  const known = account.accountId === unknownUser ? null : account.accountId;
  const notification =
    typeof token === 'string'
      ? notificationSealer(app, tenantId, id).seal(JSON.stringify({ authReqId: request.jti, token }))
      : null;
  await app.tenancy.write(tenantId, async (db) => {
    const userId = known !== null && (await isAskedTooOften(db, known)) ? null : known;
    await insertSignInRequest(db, {
      id,
      requestKey: digest(request.jti),
      userId,
      applicationId: client.clientId,
      bindingMessage: typeof params?.binding_message === 'string' ? params.binding_message : null,
      notification,
      seconds: request.remainingTTL,
    });
    await emit(db, { name: 'SignInRequest.Created', subjectId: id, data: { applicationId: client.clientId, userId } });
    await enqueue(db, { queue: signInRequestQueue, payload: { id } });
  });
}

export const backchannelTtl = ({ oidc }: KoaContextWithOIDC): number =>
  // The engine has checked that it is a positive integer.
  Math.min(signInRequestMinutes * 60, Number(oidc.params?.requested_expiry ?? Number.POSITIVE_INFINITY));

/** Client-initiated backchannel authentication (CIBA): the person approves in the account center. */
export function backchannelAuthentication(
  app: App,
  tenantId: string,
): NonNullable<NonNullable<Configuration['features']>['ciba']> {
  return {
    enabled: true,
    deliveryModes: ['poll', 'ping'],
    processLoginHint: async ({ oidc: { client } }, hint) =>
      findHinted(app, tenantId, client ? await userNamedBy(app, tenantId, client, String(hint)) : String(hint)),
    processLoginHintToken: async () => {
      throw new errors.InvalidRequest('login_hint_token is not supported');
    },
    validateRequestContext: (ctx, context) => checkRequest(app, tenantId, ctx, context),
    validateBindingMessage: checkBindingMessage,
    verifyUserCode: async () => undefined,
    triggerAuthenticationDevice: (ctx, request, account, client) =>
      announce(app, tenantId, ctx, request, account, client),
  };
}

type Asked = { accountId?: string; clientId?: string; scope?: string; resource?: string | string[] };

/** Grants what the request asks for. The grant is stored together with the answer. Tokens contain only what the roles of the user allow at that time. */
export async function grantRequest(
  provider: Provider,
  payload: object,
  sessionUid: string | undefined,
): Promise<{ answer: BackchannelAnswer; grant: NewModel | undefined }> {
  // The engine's own object.
  const { accountId = '', clientId = '', scope = '', resource } = payload as Asked;
  const grant = new provider.Grant({ accountId, clientId });
  const known = new Set(['openid', 'offline_access', ...Object.keys(claimsByScope)]);
  grant.addOIDCScope(
    scope
      .split(' ')
      .filter((one) => known.has(one))
      .join(' '),
  );
  for (const indicator of [resource ?? []].flat()) {
    grant.addResourceScope(indicator, scope);
  }
  const session = sessionUid === undefined ? undefined : await provider.Session.findByUid(sessionUid);
  const {
    rows: [row],
  } = await gatherRows(() => grant.save());
  const { acr, amr, loginTs: authTime } = session ?? {};
  return { answer: { grantId: grant.jti, acr, amr, authTime }, grant: row };
}
