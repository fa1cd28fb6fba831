import type { Role } from '@postern/contracts/access/roles';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rolePermissionsPath, rolesPath } from '#paths/roles.ts';
import { usePlace } from '#platform/router/features.tsx';
import { useGo } from '#platform/router/links.ts';
import { CreateDialog } from './create-dialog.tsx';
import { roleHolders } from './places.ts';

/** A separate route over the list, so that Back closes it. After creation it asks whom to assign the role to. */
export function CreatePage() {
  const go = useGo();
  const { name = '', ...search }: { name?: string } = useSearch({ strict: false });
  const [role, setRole] = useState<Role>();
  if (role) {
    return <Created role={role} onClose={() => void go(rolePermissionsPath, { id: role.id })} />;
  }
  return <CreateDialog name={name} onClose={() => void go(rolesPath, {}, { search })} onCreated={setRole} />;
}

function Created({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useTranslation();
  const isForUsers = role.type === 'User';
  const words = {
    title: t('roles.form.createdTitle', { name: role.name }),
    description: isForUsers ? t('roles.form.createdUsers') : t('roles.form.createdApplications'),
    dismiss: t('roles.form.skip'),
  };
  const Assign = usePlace(roleHolders).find(({ type }) => type === role.type)?.assign;
  return Assign && <Assign role={role} onClose={onClose} words={words} />;
}
