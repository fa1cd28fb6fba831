import { organizationAudience, tokenExchangeGrant, tokenTypes } from '@postern/contracts/wire';
import { type Account, errors, type KoaContextWithOIDC, type Provider, type ResourceServer } from 'oidc-provider';
import { findPersonalAccessToken, findTokenByMark, markOfToken } from '#features/access/personal-access-tokens';
import { consumeSubjectToken, findSubjectToken } from '#features/access/subject-tokens';
import type { App } from '#platform/app';
import type { Actor } from '#platform/http/caller';
import { thumbprintOf } from '#platform/http/client-certificate';
import { AppError } from '#platform/http/errors';
import { digestSecret } from '#platform/secrets/ids';
import { defaultResourceOf } from '../clients/access.ts';
import { type ClientSettings, clientLookup, isOwnAudience, settingsKey, settingsOf } from '../clients/clients.ts';
import { requireAccess } from '../clients/require-access.ts';
import { engineParts, type GrantHandler } from '../engine/engine.ts';
import { gatherRows } from '../engine/pending.ts';
import { resourceServerOf } from '../engine/resources.ts';
import { findEpoch } from '../engine/store.ts';
import { type NewModel, saveForUser } from '../engine/unit.ts';
import { findAccount, noteExchange, requireUserQuota } from './claims.ts';

export const tokenExchangeParams = [
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
  'organization_id',
  'scope',
  'resource',
];

/** Of tokens that are made for an exchange. */
const subjectTokenPrefix = 'sub_';

type AccessToken = InstanceType<Provider['AccessToken']>;

type Subject = {
  userId: string;
  context: Record<string, unknown> | undefined;
  /** What is issued ends with it. */
  personalAccessToken?: { digest: string };
  /** Milliseconds. What is issued lives no longer. */
  expiresAt?: number | null;
  /** Seconds. Tokens that are older than the proofs of the user are refused. */
  issuedAt?: number;
  /** Who acts for the user already. */
  actor?: Actor | undefined;
  use: () => Promise<boolean>;
};

const param = (ctx: KoaContextWithOIDC, name: string) => {
  const value = ctx.oidc.params?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

type Presented = { ctx: KoaContextWithOIDC; proven: string | undefined };
type Binding = { boundTo?: string; boundToCertificate?: string };

/** A token that is bound to a key or certificate is accepted only from its holder. */
function requireHolder(app: App, { ctx, proven }: Presented, what: string, bound: Binding): void {
  if (bound.boundTo !== undefined && proven !== bound.boundTo) {
    throw new errors.InvalidGrant(`${what} is bound to another key`);
  }
  const certificate = app.certificateOf(ctx.req);
  const expected = bound.boundToCertificate;
  if (expected !== undefined && (!certificate || thumbprintOf(certificate) !== expected)) {
    throw new errors.InvalidGrant(`${what} is bound to another client certificate`);
  }
}

const isJwt = (token: string) => token.split('.').length === 3;

/**
 * An access token of a user, opaque or a JWT for an API, that was issued to a first-party application. It can be exchanged
 * again, but what is issued lives no longer, and ends with the personal access token that it began with, if any.
 */
async function findAccessToken(app: App, tenantId: string, token: string, presented: Presented): Promise<Subject> {
  const refused = () => new errors.InvalidGrant('subject token not found, expired or not usable');
  try {
    const found = isJwt(token)
      ? await app.tokens.verify(token, [tenantId])
      : await app.tokens.verifyOpaque(token, tenantId);
    await app.tokens.requireGrant(found);
    const client = await clientLookup(app, tenantId)(found.clientId);
    // Written by `toMetadata` only.
    const settings = client?.[settingsKey] as ClientSettings | undefined;
    if (!settings || settings.isThirdParty || found.subject === found.clientId) {
      throw refused();
    }
    requireHolder(app, presented, 'subject token', found);
    const { subject: userId, expiresAt = null, issuedAt, personalTokenMark: mark } = found;
    const personalAccessToken =
      mark === undefined ? undefined : await app.tenancy.read(tenantId, (db) => findTokenByMark(db, userId, mark));
    if (mark !== undefined && !personalAccessToken) {
      throw refused();
    }
    return {
      userId,
      context: undefined,
      expiresAt,
      ...(issuedAt === undefined ? {} : { issuedAt }),
      ...(personalAccessToken ? { personalAccessToken } : {}),
      actor: found.actor,
      use: async () => true,
    };
  } catch (error) {
    throw error instanceof AppError && error.code === 'auth.unauthorized' ? refused() : error;
  }
}

/** The subject of the exchange. */
async function findSubject(
  app: App,
  tenantId: string,
  token: string,
  type: string,
  presented: Presented,
): Promise<Subject> {
  if (type === tokenTypes.personalAccessToken) {
    const found = await app.tenancy.read(tenantId, (db) => findPersonalAccessToken(db, token));
    if (found && (found.expiresAt === null || found.expiresAt > Date.now())) {
      const { userId, expiresAt } = found;
      const personalAccessToken = { digest: digestSecret(token) };
      return { userId, context: undefined, personalAccessToken, expiresAt, use: async () => true };
    }
    throw new errors.InvalidGrant('personal access token not found or expired');
  }
  if (type === tokenTypes.accessToken && !token.startsWith(subjectTokenPrefix)) {
    return findAccessToken(app, tenantId, token, presented);
  }
  if (type === tokenTypes.accessToken || type === tokenTypes.impersonationToken) {
    const found = await app.tenancy.read(tenantId, (db) => findSubjectToken(db, token));
    if (found && found.consumedAt === null && found.expiresAt > Date.now()) {
      return {
        userId: found.userId,
        context: found.context,
        use: async () => (await app.tenancy.write(tenantId, (db) => consumeSubjectToken(db, token))) !== undefined,
      };
    }
    throw new errors.InvalidGrant('subject token not found, expired or used');
  }
  throw new errors.InvalidGrant('unsupported subject token type');
}

/** The actor: an opaque access token of a signed-in user (RFC 8693 §4.1). `proven` is the key of the request. */
async function findActor(
  app: App,
  tenantId: string,
  provider: Provider,
  ctx: KoaContextWithOIDC,
  proven: string | undefined,
) {
  const [token, type] = [param(ctx, 'actor_token'), param(ctx, 'actor_token_type')];
  if (!token && !type) {
    return undefined;
  }
  if (!token || type !== tokenTypes.accessToken) {
    throw new errors.InvalidGrant('actor_token and an actor_token_type of access token belong together');
  }
  const found = await provider.AccessToken.find(token);
  if (!found?.accountId || !found.scopes.has('openid') || !(await findAccount(app, tenantId, found.accountId))) {
    throw new errors.InvalidGrant('actor token not found, expired or without openid scope');
  }
  const { 'x5t#S256': boundToCertificate, jkt: boundTo } = found as { 'x5t#S256'?: string; jkt?: string };
  requireHolder(app, { ctx, proven }, 'actor token', {
    ...(boundTo === undefined ? {} : { boundTo }),
    ...(boundToCertificate === undefined ? {} : { boundToCertificate }),
  });
  return found.accountId;
}

async function requestedServer(app: App, tenantId: string, ctx: KoaContextWithOIDC) {
  const asked = [ctx.oidc.params?.resource ?? []].flat().map(String);
  if (asked.length > 1) {
    throw new errors.InvalidTarget('only a single resource indicator value is supported for this grant type');
  }
  const organizationId = param(ctx, 'organization_id');
  const indicator =
    asked[0] ?? (organizationId ? organizationAudience(organizationId) : await defaultResourceOf(app, tenantId));
  return indicator ? { indicator, server: await resourceServerOf(app, tenantId, ctx, indicator) } : undefined;
}

/** In the order of the request. */
function keep(scope: string, wanted: Set<string>): string {
  const usable = new Set(scope.split(' '));
  return [...wanted].filter((one) => one && usable.has(one)).join(' ');
}

/** Seconds, at most until the token of the subject expires. */
function lifeOf(token: AccessToken, { expiresAt = null }: Subject): number {
  return expiresAt === null
    ? token.expiration
    : Math.max(1, Math.min(token.expiration, Math.floor((expiresAt - Date.now()) / 1000)));
}

/** A token for this product ends with its grant: when the user is signed out everywhere, or the subject token is deleted. */
async function addGrant(ctx: KoaContextWithOIDC, provider: Provider, account: Account, token: AccessToken) {
  const grant = new provider.Grant({
    accountId: account.accountId,
    clientId: ctx.oidc.client?.clientId ?? '',
    expiresIn: token.expiration,
  } as never);
  if (typeof token.aud === 'string') {
    grant.addResourceScope(token.aud, token.scope ?? '');
  } else {
    grant.addOIDCScope(token.scope ?? '');
  }
  token.grantId = await grant.save();
}

async function issue(
  app: App,
  tenantId: string,
  provider: Provider,
  ctx: KoaContextWithOIDC,
  account: Account,
  subject: Subject,
): Promise<AccessToken> {
  const { client } = ctx.oidc;
  if (!client) {
    throw new errors.InvalidClient('client is unknown');
  }
  const wanted = ctx.oidc.requestParamScopes;
  const target = await requestedServer(app, tenantId, ctx);
  const token = new provider.AccessToken({
    accountId: account.accountId,
    client,
    gty: tokenExchangeGrant,
    expiresWithSession: false,
  } as never);
  if (target) {
    token.resourceServer = new provider.ResourceServer(target.indicator, target.server as ResourceServer);
    token.scope = keep(target.server.scope, wanted) || undefined;
  } else {
    token.scope = [...ctx.oidc.requestParamOIDCScopes].filter((scope) => scope !== 'offline_access').join(' ');
  }
  Object.assign(token, { expiresIn: lifeOf(token, subject) });
  if (!target || isOwnAudience(tenantId, target.indicator)) {
    await addGrant(ctx, provider, account, token);
  }
  return token;
}

const maxActors = 5;

/** A later exchange must not hide who acted before (RFC 8693 §4.1). */
function withActor(sub: string | undefined, before: Actor | undefined): Actor | undefined {
  const actor = sub === undefined ? before : { sub, act: before };
  let count = 0;
  for (let one = actor; one; one = one.act) {
    count += 1;
  }
  if (count > maxActors) {
    throw new errors.InvalidGrant('too many actors');
  }
  return actor;
}

/** The grant names the personal access token: the database deletes both together. */
const naming = (personalAccessToken: string, row: NewModel): NewModel =>
  row.model === 'Grant' ? { ...row, payload: { ...row.payload, personalAccessToken } } : row;

const accountGone = () => new errors.InvalidGrant('subject token invalid (referenced account not found)');

/** Token exchange (RFC 8693): acts for a user with a token made for this purpose, without their password. */
export function tokenExchange(app: App, tenantId: string, provider: Provider): GrantHandler {
  return async (ctx) => {
    const { client } = ctx.oidc;
    if (!client || !settingsOf(client).allowTokenExchange || settingsOf(client).isThirdParty) {
      throw new errors.UnauthorizedClient('requested grant type is not allowed for this client');
    }
    const [subjectToken, subjectType] = [param(ctx, 'subject_token'), param(ctx, 'subject_token_type')];
    if (!subjectToken || !subjectType) {
      throw new errors.InvalidRequest('missing required parameter(s) subject_token, subject_token_type');
    }
    const proof = await engineParts.validateDpop(provider, ctx);
    engineParts.checkDpopRequired(provider, ctx, proof);
    const certificate = engineParts.checkMtlsCert(provider, ctx);
    const presented = { ctx, proven: proof?.thumbprint };
    const subject = await findSubject(app, tenantId, subjectToken, subjectType, presented);
    const actor = withActor(await findActor(app, tenantId, provider, ctx, proof?.thumbprint), subject.actor);
    const [user] = await app.tenancy.run<{ epoch: number }>(tenantId, findEpoch, [subject.userId]);
    const account = user && (await findAccount(app, tenantId, subject.userId));
    if (!account) {
      throw accountGone();
    }
    if (subject.issuedAt !== undefined && (subject.issuedAt + 1) * 1_000_000 <= user.epoch) {
      throw new errors.InvalidGrant('subject token is older than the proofs of its user');
    }
    await requireAccess(app, tenantId, client, subject.userId);
    await requireUserQuota(app, tenantId, subject.userId);
    const personalAccessToken = subject.personalAccessToken?.digest ?? null;
    ctx.oidc.entity('Account', account);
    const { value: issued, rows } = await gatherRows(async () => {
      const token = await issue(app, tenantId, provider, ctx, account, subject);
      if (proof) {
        await engineParts.checkDpopReplay(provider, ctx, proof, client.clientId);
        token.setThumbprint('jkt', proof.thumbprint);
      }
      if (certificate) {
        token.setThumbprint('x5t', certificate);
      }
      noteExchange(token, {
        actor,
        subjectTokenContext: subject.context,
        personalTokenMark: personalAccessToken === null ? undefined : markOfToken(personalAccessToken),
      });
      return { token, accessToken: await token.save() };
    });
    const { token, accessToken } = issued;
    ctx.oidc.entity('AccessToken', token);
    const models = personalAccessToken === null ? rows : rows.map((row) => naming(personalAccessToken, row));
    const values = [JSON.stringify(models), subject.userId, user.epoch, personalAccessToken];
    // Nothing that the user is about to lose, such as all tokens by a suspension, may be stored after it.
    if (rows.length > 0 && (await app.tenancy.run(tenantId, saveForUser, values)).length === 0) {
      throw new errors.InvalidGrant('the account or the subject token has ended');
    }
    // Last, so that a rejected request does not consume the token; of two concurrent requests only one succeeds.
    if (!(await subject.use())) {
      await token.destroy();
      throw new errors.InvalidGrant('subject token not found, expired or used');
    }
    ctx.body = engineParts.buildTokenResponse(provider, {
      accessToken,
      expiresIn: token.expiration,
      issuedTokenType: tokenTypes.accessToken,
      // The engine omits an empty scope.
      scope: token.resourceServer ? (token.scope ?? '') : token.scope || undefined,
      tokenType: token.tokenType,
    });
  };
}
