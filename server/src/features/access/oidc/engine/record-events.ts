import { cibaGrant, deviceCodeGrant, tokenExchangeGrant } from '@postern/contracts/wire';
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { recordLog } from '#features/records/audit';
import { collectActiveUser, collectStep, languageOf } from '#features/records/dashboard';
import { noteToken } from '#features/records/metering';
import type { App } from '#platform/app';
import { signInContextOf } from '#platform/http/injected-headers';
import { interactionKey } from './interactions.ts';

const grants: Record<string, string> = {
  authorization_code: 'AuthorizationCode',
  refresh_token: 'RefreshToken',
  client_credentials: 'ClientCredentials',
  [tokenExchangeGrant]: 'TokenExchange',
  [deviceCodeGrant]: 'DeviceCode',
  [cibaGrant]: 'Backchannel',
};

/** Parameters that are recorded; codes, tokens and secrets are not among them. */
const recordedParams = [
  'grant_type',
  'client_id',
  'scope',
  'resource',
  'organization_id',
  'redirect_uri',
  'subject_token_type',
];

const tokenTypes: Record<string, string> = {
  access_token: 'AccessToken',
  refresh_token: 'RefreshToken',
  id_token: 'IdToken',
};

function contextOf({ config }: App, ctx: KoaContextWithOIDC) {
  const { params = {}, entities } = ctx.oidc;
  const source = entities.RefreshToken ?? entities.AuthorizationCode ?? entities.DeviceCode;
  const userId = entities.Account?.accountId ?? source?.accountId;
  const { secretName, customTokenClaims, customJwtError }: Record<string, unknown> = ctx.state ?? {};
  return {
    ip: ctx.ip,
    userAgent: ctx.get('user-agent').slice(0, 512),
    ...signInContextOf(config, ctx.req),
    applicationId: entities.Client?.clientId,
    ...(typeof secretName === 'string' ? { applicationSecret: { name: secretName } } : {}),
    ...(userId ? { userId } : {}),
    ...(customTokenClaims ? { customTokenClaims } : {}),
    ...(customJwtError ? { customJwtError } : {}),
    ...(source?.sessionUid ? { sessionId: source.sessionUid } : {}),
    ...(entities.Interaction ? { interactionId: interactionKey(entities.Interaction.jti) } : {}),
    params: Object.fromEntries(
      recordedParams.filter((name) => params[name] !== undefined).map((name) => [name, params[name]]),
    ),
  };
}

const keyOf = (ctx: KoaContextWithOIDC) =>
  `ExchangeTokenBy.${grants[String(ctx.oidc.params?.grant_type)] ?? 'Unknown'}`;

/** The first step of a sign-in: the browser is sent to the sign-in page. */
function countOpened(app: App, tenantId: string, ctx: KoaContextWithOIDC, prompt: { name: string }): void {
  const { Client: client, Interaction: interaction } = ctx.oidc.entities;
  if (prompt.name === 'login' && client && interaction) {
    collectStep(app, tenantId, 'opened', {
      signIn: interactionKey(interaction.jti),
      applicationId: client.clientId,
      language: languageOf(ctx.get('accept-language')),
    });
  }
}

/** Records in the audit log which tokens were issued, rejected and revoked. */
export function recordEvents(app: App, tenantId: string, provider: Provider): void {
  const record = (key: string, payload: Record<string, unknown>) => recordLog(app, tenantId, { key, payload });

  provider.on('interaction.started', (ctx: KoaContextWithOIDC, prompt: { name: string; reasons: string[] }) => {
    countOpened(app, tenantId, ctx, prompt);
    record('Interaction.Create', { ...contextOf(app, ctx), prompt: { name: prompt.name, reasons: prompt.reasons } });
  });
  provider.on('interaction.ended', (ctx: KoaContextWithOIDC) => {
    const userId = ctx.oidc.session?.accountId;
    const prompt = ctx.oidc.entities.Interaction?.prompt;
    record('Interaction.End', {
      ...contextOf(app, ctx),
      ...(userId ? { userId } : {}),
      ...(prompt ? { prompt: { name: prompt.name, reasons: prompt.reasons } } : {}),
    });
  });
  provider.on('grant.success', (ctx: KoaContextWithOIDC) => {
    const answer = (ctx.body ?? {}) as Record<string, unknown>;
    const context = contextOf(app, ctx);
    noteToken(app, tenantId, context.userId);
    collectActiveUser(app, tenantId, context.userId);
    record(keyOf(ctx), {
      ...context,
      result: 'Success',
      tokenTypes: Object.keys(tokenTypes)
        .filter((name) => answer[name] !== undefined)
        .map((name) => tokenTypes[name]),
      scope: answer.scope,
    });
  });
  provider.on('grant.error', (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) => {
    // An application that polls before the user has decided is not a failure.
    if (error.error !== 'authorization_pending') {
      record(keyOf(ctx), {
        ...contextOf(app, ctx),
        result: 'Error',
        error: `${error.error ?? 'server_error'}: ${error.error_description ?? ''}`,
      });
    }
  });
  provider.on('grant.revoked', (ctx: KoaContextWithOIDC, grantId: string) => {
    record('RevokeToken', {
      ...contextOf(app, ctx),
      result: 'Success',
      grantId,
      tokenTypes: ['AccessToken', 'RefreshToken', 'AuthorizationCode', 'DeviceCode'],
    });
  });
}
