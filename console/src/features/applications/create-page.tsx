import { type Application, ApplicationType } from '@postern/contracts/applications';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AssignRoles } from '#features/roles/assign.tsx';
import { useGo } from '#platform/router/links.ts';
import { CreateApplicationDialog } from './create-application-dialog.tsx';
import { applicationSettingsPath, applicationsPath, thirdPartyApplicationsPath } from './paths.ts';

type CreateSearch = { name?: string; type?: string; thirdParty?: string };

/** The dialog with an address of its own, so that Back closes it. The address may say what is to be created. */
export function CreatePage() {
  const { t } = useTranslation();
  const go = useGo();
  const { name, type, thirdParty, ...search }: CreateSearch = useSearch({ strict: false });
  const [machine, setMachine] = useState<Application>();
  const isThirdParty = thirdParty === 'true';
  const open = ({ id }: Application) => go(applicationSettingsPath, { id });
  if (machine) {
    return (
      <AssignRoles
        holder={{ kind: 'application', id: machine.id, name: machine.name }}
        onClose={() => void open(machine)}
        words={{
          title: t('applications.form.rolesTitle', { name: machine.name }),
          description: t('applications.form.rolesHelp'),
          dismiss: t('applications.form.rolesLater'),
        }}
      />
    );
  }
  return (
    <CreateApplicationDialog
      preset={{ name, type: ApplicationType.safeParse(type).data, isThirdParty }}
      onClose={() => void go(isThirdParty ? thirdPartyApplicationsPath : applicationsPath, {}, { search })}
      // A machine without a role gets tokens that allow nothing.
      onCreated={(created) => (created.type === 'MachineToMachine' ? setMachine(created) : open(created))}
    />
  );
}
