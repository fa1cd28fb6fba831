import { accountCenter } from './account-center.ts';
import { applications } from './applications.ts';
import { audit } from './audit.ts';
import { actions, errors, fields, states } from './basics.ts';
import { connectors } from './connectors.ts';
import { customJwt } from './custom-jwt.ts';
import { emailTemplates } from './email-templates.ts';
import { guides } from './guides.ts';
import { list } from './list.ts';
import { mailbox } from './mailbox.ts';
import { order } from './order.ts';
import { palette } from './palette.ts';
import { pick } from './pick.ts';
import { profileFields } from './profile-fields.ts';
import { resources } from './resources.ts';
import { roles } from './roles.ts';
import { shell } from './shell.ts';
import { signInExperience } from './sign-in-experience.ts';
import { signInMethods } from './sign-in-methods.ts';
import { signingKeys } from './signing-keys.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

export const en = {
  accountCenter,
  actions,
  applications,
  audit,
  connectors,
  customJwt,
  emailTemplates,
  errors,
  fields,
  guides,
  list,
  mailbox,
  order,
  palette,
  pick,
  profileFields,
  resources,
  roles,
  shell,
  signInExperience,
  signInMethods,
  signingKeys,
  states,
  tenants,
  users,
} as const;
