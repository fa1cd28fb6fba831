import type {
  AuthorizationRequest,
  ConnectorSession,
  GetSession,
  SetSession,
  SocialConnector,
  SocialUserInfo,
  TokenResponse,
} from '@postern/connectors/kit/interface';
import { GoogleOneTap, type SocialConnectorInfo } from '@postern/contracts/messages/connectors';
import { googleFactoryId } from '@postern/contracts/wire';
import { z } from 'zod';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { takeVerified } from './assertions.store.ts';
import { type Basis, basisOf, hasBasis, settingsPart } from './basis.ts';
import { connectorRows, use } from './instance.ts';
import { findFactory } from './load.ts';
import { openConnector } from './open.ts';
import type { ConnectorRow } from './store.ts';

export type { ConnectorSession, SocialUserInfo as ProviderUserInfo, TokenResponse };

const UserInfo = z.object({
  id: z.string().min(1).max(256),
  email: z.string().optional(),
  phone: z.string().optional(),
  isEmailVerified: z.boolean().optional(),
  isPhoneVerified: z.boolean().optional(),
  name: z.string().optional(),
  avatar: z.string().optional(),
  rawData: z.unknown().optional(),
});

function readUserInfo(value: unknown): SocialUserInfo {
  const parsed = UserInfo.safeParse(value);
  if (!parsed.success) {
    throw new AppError('connector.invalid_response');
  }
  return parsed.data;
}

/** Where a browser or an app is redirected. App schemes are allowed, scripts are not. */
function readRedirect(value: unknown): string {
  if (typeof value !== 'string' || !URL.canParse(value) || /^(?:javascript|data|vbscript|blob|file):/i.test(value)) {
    throw new AppError('connector.invalid_response');
  }
  return value;
}

export type OpenSocialConnector = {
  id: string;
  factoryId: string;
  target: string;
  syncProfile: boolean;
  enableTokenStorage: boolean;
  isStandard: boolean;
  /** Its responses arrive as forms at an endpoint of ours. */
  isSaml: boolean;
  /** Whether addresses that the provider has verified count as proven. */
  trustAddresses: boolean;
  /** What answers of the provider rely on from now on. */
  basis(): Basis;
  /** Whether the settings are the same as when a proof with this basis was made. */
  hasBasis(basis: Basis | undefined): boolean;
  getAuthorizationUri(
    request: Omit<AuthorizationRequest, 'connectorId' | 'connectorFactoryId'>,
    setSession: SetSession,
  ): Promise<string>;
  getUserInfo(callbackData: unknown, getSession: GetSession): Promise<SocialUserInfo>;
  /** Includes the tokens of the provider if the connector stores them. */
  getTokenResponseAndUserInfo(
    callbackData: unknown,
    getSession: GetSession,
  ): Promise<{ tokenResponse?: TokenResponse; userInfo: SocialUserInfo }>;
  getAccessTokenByRefreshToken(refreshToken: string): Promise<TokenResponse>;
  validateSamlAssertion(assertion: unknown, getSession: GetSession, setSession: SetSession): Promise<string>;
};

const notImplemented = (method: string) => new AppError('connector.not_implemented', { values: { method } });

/** What its answers rely on. */
const partsOf = ({ connectorId, config }: ConnectorRow) => [settingsPart(connectorId, config)];

/** Whether the connector of a proof still exists, with the same settings. */
export async function isSocialProofCurrent(
  app: App,
  tenantId: string,
  { connectorId, basis }: { connectorId: string; basis?: Basis | undefined },
): Promise<boolean> {
  const row = (await connectorRows(app, tenantId)).find(({ id }) => id === connectorId);
  return row?.type === 'Social' && hasBasis(app, connectorId, partsOf(row), basis);
}

/** A social connector of the tenant for a sign-in. 404 if there is none with this id. */
export async function socialConnector(app: App, tenantId: string, id: string): Promise<OpenSocialConnector> {
  const row = (await connectorRows(app, tenantId)).find((one) => one.id === id);
  const open = row && (await openConnector(app, tenantId, row));
  if (!open) {
    throw new AppError('entity.not_found');
  }
  const { factory, connector } = open;
  if (connector.type !== 'Social') {
    throw new AppError('connector.unexpected_type');
  }
  const social: SocialConnector = connector;
  const run = <T>(work: () => Promise<T>) => use(app, factory, open.row.config, work);
  const factoryId = factory.metadata.id;
  const parts = partsOf(open.row);

  /** With what the connector verified when the response arrived, which can be fetched once. */
  function withVerified(data: unknown, getSession: GetSession): GetSession {
    const { saml } = (data ?? {}) as { saml?: unknown };
    if (!social.validateSamlAssertion || typeof saml !== 'string') {
      return getSession;
    }
    return async () => ({
      ...(await app.tenancy.write(tenantId, (db) => takeVerified(db, id, saml))),
      ...(await getSession()),
    });
  }

  return {
    id,
    factoryId,
    target: open.row.target,
    syncProfile: open.row.syncProfile,
    enableTokenStorage: open.row.enableTokenStorage,
    isStandard: factory.metadata.isStandard ?? false,
    isSaml: social.validateSamlAssertion !== undefined,
    trustAddresses: open.row.trustAddresses,
    basis: () => basisOf(app, id, parts),
    hasBasis: (basis) => hasBasis(app, id, parts, basis),
    getAuthorizationUri: async (request, setSession) =>
      readRedirect(
        await run(() =>
          social.getAuthorizationUri({ ...request, connectorId: id, connectorFactoryId: factoryId }, setSession),
        ),
      ),
    getUserInfo: async (data, getSession) =>
      readUserInfo(await run(() => social.getUserInfo(data, withVerified(data, getSession)))),
    getTokenResponseAndUserInfo: async (data, getSession) => {
      const both = await run(
        async () =>
          (await social.getTokenResponseAndUserInfo?.(data, getSession)) ?? {
            userInfo: await social.getUserInfo(data, getSession),
          },
      );
      return { ...both, userInfo: readUserInfo(both.userInfo) };
    },
    getAccessTokenByRefreshToken: (token) =>
      run(
        () =>
          social.getAccessTokenByRefreshToken?.(token) ??
          Promise.reject(notImplemented('getAccessTokenByRefreshToken')),
      ),
    validateSamlAssertion: async (assertion, getSession, setSession) =>
      readRedirect(
        await run(
          () =>
            social.validateSamlAssertion?.(assertion, getSession, setSession) ??
            Promise.reject(notImplemented('validateSamlAssertion')),
        ),
      ),
  };
}

type ListedSocialConnector = SocialConnectorInfo & {
  googleOneTap?: GoogleOneTap & { clientId: string; connectorId: string };
};

const OneTapConfig = z.object({ clientId: z.string(), oneTap: GoogleOneTap.extend({ isEnabled: z.literal(true) }) });

/** The tenant's social connectors as the sign-in pages show them, oldest first. */
export const listSocialConnectors = (app: App, tenantId: string): Promise<ListedSocialConnector[]> =>
  app.cache.get(tenantId, 'social-connectors', async () => {
    const rows = (await connectorRows(app, tenantId)).filter(({ type }) => type === 'Social');
    const listed = await Promise.all(
      rows.map(
        async ({ id, connectorId, target, config, metadata: own }): Promise<ListedSocialConnector | undefined> => {
          const metadata = (await findFactory(app, connectorId))?.metadata;
          const oneTap = connectorId === googleFactoryId ? OneTapConfig.safeParse(config) : undefined;
          return (
            metadata && {
              id,
              target,
              platform: metadata.platform,
              name: own.name ?? metadata.name,
              logo: own.logo ?? metadata.logo,
              logoDark: own.logo ? (own.logoDark ?? null) : metadata.logoDark,
              isStandard: metadata.isStandard,
              isTokenStorageSupported: metadata.isTokenStorageSupported,
              ...(oneTap?.success
                ? { googleOneTap: { ...oneTap.data.oneTap, clientId: oneTap.data.clientId, connectorId: id } }
                : {}),
            }
          );
        },
      ),
    );
    return listed.filter((one) => one !== undefined);
  });
