import type { ChosenLanguage } from '@postern/contracts/chosen-language';
import type { Address } from '@postern/contracts/sign-in/sign-in';
import { applicationNames } from '#features/access/oidc';
import { applicationBrand, getSignInExperience, languageOf, publicName } from '#features/experience/sign-in-experience';
import { findCredentials, findUser } from '#features/people/users';
import type { App } from '#platform/app';
import { findOrganization } from './store.ts';

/** The context in which a message is sent. */
type Situation = {
  languages: string[];
  /** Languages that the application requested. */
  uiLocales?: string | undefined;
  /** The language that the user chose in their browser. */
  chosen?: ChosenLanguage | undefined;
  applicationId?: string | undefined;
  organizationId?: string | undefined;
  /** The user, or the address of a possible user. */
  person?: { id: string } | { owns: Address } | undefined;
};

async function describeApplication(app: App, tenantId: string, id: string | undefined) {
  if (id === undefined) {
    return undefined;
  }
  const brand = await applicationBrand(app, tenantId, id);
  if (!brand) {
    const nameOf = await app.tenancy.read(tenantId, (db) => applicationNames(app, tenantId, db, [id]));
    const { name } = nameOf(id);
    return name === null ? undefined : { id, name };
  }
  const { branding, displayName } = brand;
  return {
    id,
    name: publicName(brand),
    ...(displayName ? { displayName } : {}),
    ...(branding ? { branding } : {}),
  };
}

/** Runs the same steps whether or not an owner exists, so that timing reveals nothing. */
function describeUser(app: App, tenantId: string, person: NonNullable<Situation['person']>) {
  return app.tenancy.read(tenantId, async (db) => {
    const owner = 'owns' in person ? await findCredentials(db, person.owns) : { id: person.id, isVerified: true };
    // A user who only claims an address is not revealed to its reader.
    const user = await findUser(db, owner?.isVerified ? owner.id : '');
    if (!user) {
      return undefined;
    }
    const { id, name, avatar, username, primaryEmail, primaryPhone, profile } = user;
    return { id, name, avatar, username, primaryEmail, primaryPhone, profile };
  });
}

/** Template variables of a message besides its code: the language, application, user and organization. */
export async function describeMessage(app: App, tenantId: string, situation: Situation) {
  const { languages, uiLocales, chosen, applicationId, organizationId, person } = situation;
  const [experience, application, user, organization] = await Promise.all([
    getSignInExperience(app, tenantId),
    describeApplication(app, tenantId, applicationId),
    person && describeUser(app, tenantId, person),
    organizationId === undefined ? undefined : app.tenancy.read(tenantId, (db) => findOrganization(db, organizationId)),
  ]);
  return {
    locale: languageOf(experience, { uiLocales, chosen, preferred: languages }),
    ...(uiLocales ? { uiLocales } : {}),
    ...(application ? { application } : {}),
    ...(user ? { user } : {}),
    ...(organization ? { organization } : {}),
  };
}
