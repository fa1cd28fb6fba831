import type { Administrator } from '@postern/contracts/people/administrators';

type Named = Pick<Administrator, 'id' | 'name' | 'username' | 'primaryEmail'>;

export const nameAdministrator = ({ name, username, primaryEmail, id }: Named) =>
  name || username || primaryEmail || id;
