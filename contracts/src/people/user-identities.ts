import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { JsonObject } from '../fields.ts';
import { EnterpriseTokenSecret, SocialTokenSecret } from './secrets.ts';
import { Identity, User, UserSsoIdentity } from './users.ts';

export { UserSsoIdentity };

export const Identities = z.record(z.string(), Identity);
export type Identities = z.infer<typeof Identities>;

export const SetIdentity = z.strictObject({
  userId: z.string().min(1).max(256),
  details: JsonObject.optional(),
});
export const LinkIdentity = z.strictObject({ connectorId: z.string().min(1).max(128), connectorData: JsonObject });

const Id = z.object({ userId: z.string() });
const Target = Id.extend({ target: z.string().min(1).max(128) });
/** Identities are an object by target; this key would be lost in it. */
const NewTarget = Target.extend({ target: Target.shape.target.refine((target) => target !== '__proto__') });
/** If true, includes which tokens of the provider are stored, but never the tokens. */
const withSecret = z.object({ includeTokenSecret: z.string().optional() });
const tokenSecret = SocialTokenSecret.optional();
const ssoTokenSecret = EnterpriseTokenSecret.optional();
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Users' } as const;

/** Social identities of a user. */
export const userIdentitiesApi = {
  listAll: endpoint({
    ...common,
    method: 'GET',
    path: '/api/users/:userId/all-identities',
    summary: 'List the accounts of a user at social and enterprise providers.',
    params: Id,
    query: withSecret,
    response: z.object({
      socialIdentities: z.array(z.object({ target: z.string(), identity: Identity, tokenSecret })),
      ssoIdentities: z.array(
        z.object({ ssoConnectorId: z.string(), ssoIdentity: UserSsoIdentity, tokenSecret: ssoTokenSecret }),
      ),
    }),
    errors: ['entity.not_found'],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/users/:userId/identities/:target',
    summary: 'Get the account of a user at a social provider.',
    params: Target,
    query: withSecret,
    response: z.object({ identity: Identity, tokenSecret }),
    errors: ['entity.not_found', 'user.identity_not_exist'],
  }),
  set: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/users/:userId/identities/:target',
    summary:
      'Say which account at a social provider belongs to a user. 201 when there was none, 200 when it replaces one.',
    params: NewTarget,
    body: SetIdentity,
    response: Identities,
    status: [200, 201],
    errors: ['entity.not_found', 'user.identity_already_in_use'],
  }),
  link: endpoint({
    ...common,
    method: 'POST',
    path: '/api/users/:userId/identities',
    summary: 'Link an account at a social provider, with the data that the provider sent back.',
    params: Id,
    body: LinkIdentity,
    response: Identities,
    errors: ['entity.not_found', 'session.invalid_connector_id', 'user.identity_already_in_use'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/users/:userId/identities/:target',
    summary: 'Unlink the social account of a user.',
    params: Target,
    response: User,
    errors: ['entity.not_found', 'user.identity_not_exist'],
  }),
  getSso: endpoint({
    ...common,
    method: 'GET',
    path: '/api/users/:userId/sso-identities/:ssoConnectorId',
    summary: 'Get the account of a user at an enterprise provider.',
    params: Id.extend({ ssoConnectorId: z.string() }),
    query: withSecret,
    response: z.object({ ssoIdentity: UserSsoIdentity, tokenSecret: ssoTokenSecret }),
    errors: ['entity.not_found', 'user.enterprise_sso_identity_not_exists'],
  }),
} as const;
