import { fullName, identities } from '#features/people/user-jobs';
import { emptyModel, type Model, type SourceUser } from './model.ts';
import { all, type Paging, readFileItems, type Source } from './open-source.ts';
import { readTotp } from './read-factors.ts';
import { filled, type Item, item, items, required, text, texts } from './read-fields.ts';

const pageSize = 100;

/** A list is the answer itself or its field `data`. */
export const clerkPaging: Paging = {
  first: () => ({ limit: String(pageSize), offset: '0' }),
  next: ({ number, items: found }) =>
    found.length === pageSize ? { limit: String(pageSize), offset: String(number * pageSize) } : undefined,
  items(body) {
    const list = Array.isArray(body) ? body : item(body).data;
    return Array.isArray(list) ? items(list) : undefined;
  },
};

const isVerified = (address: Item) => item(address.verification).status === 'verified';

/** The primary address of a user of the API, or the first one. */
function primaryOf(addresses: Item[], id: unknown): Item | undefined {
  return addresses.find((address) => address.id === id) ?? addresses[0];
}

/** `oauth_google` → `google`. */
const providerOf = (account: Item) => {
  const name = text(account.provider)?.replace(/^oauth_/, '');
  return name === 'microsoft' ? 'azuread' : name;
};

function some(values: Item): Item | undefined {
  const kept = Object.entries(values).filter(([, value]) => Object.keys(item(value)).length > 0);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** A user of the Backend API. */
function readApiUser(row: Item): Item {
  const email = primaryOf(items(row.email_addresses), row.primary_email_address_id);
  const phone = primaryOf(items(row.phone_numbers), row.primary_phone_number_id);
  const { public_metadata, private_metadata, unsafe_metadata } = row;
  return {
    username: text(row.username),
    primaryEmail: text(email?.email_address),
    emailVerified: email && isVerified(email),
    primaryPhone: text(phone?.phone_number),
    phoneVerified: phone && isVerified(phone),
    avatar: row.has_image === false ? undefined : text(row.image_url),
    customData: some({ public_metadata, private_metadata, unsafe_metadata }),
    identities: identities(
      items(row.external_accounts).map((account) => ({
        provider: providerOf(account),
        userId: account.provider_user_id,
      })),
    ),
    isSuspended: row.banned,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
  };
}

const firstOf = (value: unknown) => text(value)?.split(/[,;|]/)[0]?.trim() || undefined;

/** A line of the CSV export of the dashboard. */
function readRow(row: Item): Item {
  const email = text(row.primary_email_address);
  const phone = text(row.primary_phone_number);
  const [verifiedEmail, verifiedPhone] = [firstOf(row.verified_email_addresses), firstOf(row.verified_phone_numbers)];
  const isAmong = (list: unknown, value: string) =>
    (text(list) ?? '').split(/[,;|]/).some((one) => one.trim() === value);
  return {
    username: text(row.username),
    primaryEmail: email ?? verifiedEmail ?? firstOf(row.unverified_email_addresses),
    emailVerified: email === undefined ? verifiedEmail !== undefined : isAmong(row.verified_email_addresses, email),
    primaryPhone: phone ?? verifiedPhone ?? firstOf(row.unverified_phone_numbers),
    phoneVerified: phone === undefined ? verifiedPhone !== undefined : isAmong(row.verified_phone_numbers, phone),
  };
}

/** Hashers whose digests name their own format; others need the name. */
const hashers: Record<string, string> = { md5: 'MD5', sha256: 'SHA256' };

function readUser(row: Item): Item {
  const person = Array.isArray(row.email_addresses) ? readApiUser(row) : readRow(row);
  const algorithm = hashers[text(row.password_hasher) ?? ''];
  return {
    ...person,
    name: fullName(row.first_name, row.last_name),
    'profile.givenName': text(row.first_name),
    'profile.familyName': text(row.last_name),
    passwordDigest: text(row.password_digest),
    ...(algorithm ? { passwordAlgorithm: algorithm } : {}),
  };
}

function readApplications(model: Model, rows: Item[]): void {
  for (const row of rows) {
    const secret = text(row.client_secret);
    const callback = text(row.callback_url);
    model.applications.push({
      sourceId: required(row, 'client_id', 'an application'),
      body: {
        name: text(row.name) ?? text(row.client_id),
        type: row.public === true ? 'SPA' : 'Traditional',
        isThirdParty: true,
        oidcClientMetadata: {
          redirectUris: [...texts(row.redirect_uris), ...(callback ? [callback] : [])],
          postLogoutRedirectUris: [],
        },
      },
      secrets: secret === undefined ? [] : [{ name: 'Clerk secret', value: secret }],
      roles: [],
    });
  }
}

type Memberships = Map<string, SourceUser['memberships']>;

async function readOrganizations(model: Model, source: Source): Promise<Memberships> {
  const memberships: Memberships = new Map();
  const used = new Set<string>();
  for (const row of await all(source.list('organizations'))) {
    const organization = required(row, 'id', 'an organization');
    const logoUrl = row.has_image === false ? undefined : text(row.image_url);
    const customData = some({ public_metadata: row.public_metadata, private_metadata: row.private_metadata });
    model.organizations.push({
      sourceId: organization,
      body: {
        ...filled({ customData, branding: logoUrl && { logoUrl } }),
        name: required(row, 'name', 'an organization'),
      },
    });
    for await (const member of source.list(`organizations/${organization}/memberships`)) {
      const user = required(item(member.public_user_data), 'user_id', 'a member');
      const role = required(member, 'role', 'a member');
      used.add(role);
      memberships.set(user, [...(memberships.get(user) ?? []), { organization, roles: [role] }]);
    }
  }
  model.organizationRoles = [...used].map((name) => ({ body: { name }, scopes: [], organizationScopes: [] }));
  return memberships;
}

function modelOfUsers(model: Model, users: () => AsyncIterable<Item>, memberships: Memberships): Model {
  model.users = async function* listed() {
    for await (const row of users()) {
      const id = required(row, 'id', 'a user');
      yield {
        fields: readUser(row),
        roles: [],
        memberships: memberships.get(id) ?? [],
        ...readTotp(text(row.totp_secret)),
      };
    }
  };
  return model;
}

/** The export of the dashboard: CSV, or JSON with the same columns. */
export const readClerkFile = async (path: string): Promise<Model> =>
  modelOfUsers(emptyModel('clerk'), () => readFileItems(path, { mayBeCsv: true }), new Map());

/** The Backend API, or its answers in a folder. `usersFile` is the export, which has the digests. */
export async function readClerkApi(source: Source, isApi: boolean, usersFile?: string): Promise<Model> {
  const model = emptyModel('clerk');
  const memberships = await readOrganizations(model, source);
  readApplications(model, await all(source.list('oauth_applications')));
  if (isApi && usersFile === undefined) {
    const reason = 'The API does not return password digests. Export the users in the dashboard and add --users.';
    model.misfits.push({ kind: 'users', name: 'passwords', reason });
  }
  const users = () =>
    usersFile ? readFileItems(usersFile, { mayBeCsv: true }) : source.list('users', { isRequired: isApi });
  return modelOfUsers(model, users, memberships);
}
