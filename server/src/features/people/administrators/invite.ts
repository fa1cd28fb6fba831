import {
  type AdministratorInvitation,
  administratorInvitationHours,
  type CreateAdministratorInvitation,
  type NewAdministratorInvitation,
} from '@postern/contracts/people/administrators';
import { productName } from '@postern/contracts/product';
import { tameName } from '@postern/contracts/tame-name';
import { adminTenantId, defaultTenantId } from '@postern/contracts/wire';
import { revokeInvitationTokens, takeInvitationToken, tokenSealer } from '#features/access/one-time-tokens';
import { lockSignInExperience, updateSignInExperience } from '#features/experience/sign-in-experience';
import { hasEmailConnector, sendMessage } from '#features/messages/connectors';
import { endInvitation, expireInvitations, insertTenantInvitations } from '#features/people/organizations';
import { makeAdministrator } from '#features/people/provision';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import type { Caller } from '#platform/http/caller';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { recordChange } from './record-change.ts';
import { lockForChange } from './require-administrator.ts';
import { administratorsOrganization, findInvitation, findObstacle, lockAdministrators } from './store.ts';

async function getInvitation(db: Db, id: string): Promise<AdministratorInvitation> {
  const invitation = await findInvitation(db, id);
  if (!invitation) {
    throw new AppError('entity.not_found');
  }
  return invitation;
}

async function requireFree(db: Db, email: string): Promise<void> {
  switch (await findObstacle(db, email)) {
    case 'member':
      throw new AppError('tenant.already_member', { values: { email } });
    case 'account':
      throw new AppError('user.email_already_in_use');
    case 'invitation':
      throw new AppError('tenant.invitation_pending', { values: { email } });
  }
}

type Inviting = { caller: Caller; wanted: CreateAdministratorInvitation; locale: string | undefined; ip: string };

/** People who are invited by email sign in by email: with their password and, where mail can be sent, with a code. */
async function offerEmailSignIn(db: Db, canSend: boolean): Promise<void> {
  const experience = await lockSignInExperience(db);
  if (!experience) {
    return;
  }
  const { signIn, forgotPasswordMethods } = experience;
  const byEmail = signIn.methods.find(({ identifier }) => identifier === 'email');
  if (byEmail && (byEmail.verificationCode || !canSend)) {
    return;
  }
  const offered = { identifier: 'email', password: true, verificationCode: canSend, isPasswordPrimary: true } as const;
  await updateSignInExperience(db, {
    signIn: { methods: [...signIn.methods.filter((one) => one !== byEmail), offered] },
    ...(canSend && !forgotPasswordMethods?.length ? { forgotPasswordMethods: ['EmailVerificationCode'] } : {}),
  });
  await emit(db, { name: 'SignInExperience.Data.Updated', subjectId: adminTenantId, data: { reason: 'invitation' } });
}

async function insertInvitation(app: App, db: Db, { caller, wanted: { email, role } }: Inviting, canSend: boolean) {
  await lockForChange(db, caller);
  await expireInvitations(db, administratorsOrganization);
  await requireFree(db, email);
  await offerEmailSignIn(db, canSend);
  const [id = ''] = await insertTenantInvitations(db, {
    organizationId: administratorsOrganization,
    inviterId: caller.subject,
    roleId: role,
    expiresAt: new Date(Date.now() + administratorInvitationHours * 3_600_000),
    emails: [email],
    mail: {},
  });
  const invitation = await getInvitation(db, id);
  const token = await takeInvitationToken(db, tokenSealer(app, adminTenantId), {
    invitationId: id,
    email,
    expiresAt: invitation.expiresAt,
  });
  await recordChange(db, { name: 'AdministratorInvitation.Created', subjectId: id, data: { email, role } });
  const query = new URLSearchParams({ one_time_token: token, email });
  return { ...invitation, url: `${app.config.adminEndpoint}/console/administrator-invitation?${query}` };
}

const nameOf = ({ inviter }: AdministratorInvitation) =>
  tameName(inviter?.name ?? inviter?.username ?? inviter?.primaryEmail ?? '');

/** Returns false if the message could not be sent: the caller can still pass on the link. */
async function send(app: App, invitation: Omit<NewAdministratorInvitation, 'isSent'>, { locale, ip }: Inviting) {
  const { email, url, inviter, expiresAt } = invitation;
  const tenant = (await app.tenants.find(defaultTenantId))?.name ?? defaultTenantId;
  const until = new Intl.DateTimeFormat(locale ?? 'en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  try {
    await sendMessage(app, adminTenantId, {
      kind: 'Email',
      to: email,
      type: 'OrganizationInvitation',
      payload: {
        link: url,
        ...(locale ? { locale } : {}),
        organization: { id: administratorsOrganization, name: tenant },
        ...(inviter ? { inviter } : {}),
        invitation: {
          tenant,
          inviter: nameOf(invitation),
          product: productName,
          expiresAt: `${until.format(expiresAt)} UTC`,
        },
      },
      ip,
    });
    return true;
  } catch (error) {
    app.log.warn({ err: error, invitation: invitation.id }, 'administrator invitation not sent');
    return false;
  }
}

export async function invite(app: App, inviting: Inviting): Promise<NewAdministratorInvitation> {
  const canSend = await hasEmailConnector(app, adminTenantId);
  const invitation = await app.tenancy.write(adminTenantId, (db) => insertInvitation(app, db, inviting, canSend), {
    changesSettings: true,
  });
  return { ...invitation, isSent: canSend ? await send(app, invitation, inviting) : false };
}

export async function revokeInvitation(db: Db, caller: Caller, id: string): Promise<void> {
  await lockForChange(db, caller);
  const { email } = await getInvitation(db, id);
  if (!(await endInvitation(db, id, { status: 'Revoked' }))) {
    throw new AppError('invitation.invalid_status');
  }
  await revokeInvitationTokens(db, [id]);
  await recordChange(db, { name: 'AdministratorInvitation.Revoked', subjectId: id, data: { email } });
}

/**
 * Makes a new account of the admin tenant an administrator, if it registered with the link of such an invitation. In the
 * transaction that creates the account, so that an invitation that ended in the meantime leaves no account.
 */
export async function acceptInvitation(db: Db, id: string, userId: string): Promise<void> {
  const invitation = await findInvitation(db, id);
  if (!invitation) {
    return;
  }
  await lockAdministrators(db);
  if (!(await endInvitation(db, id, { status: 'Accepted', acceptedUserId: userId }))) {
    throw new AppError('invitation.invalid_status');
  }
  const { email, role } = invitation;
  await makeAdministrator(db, userId, role);
  await recordChange(db, { name: 'Administrator.Created', subjectId: userId, data: { invitationId: id, email, role } });
}
