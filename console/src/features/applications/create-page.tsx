import { ApplicationType } from '@postern/contracts/applications';
import { useSearch } from '@tanstack/react-router';
import { useGo } from '#platform/router/links.ts';
import { CreateApplicationDialog } from './create-application-dialog.tsx';
import { applicationSettingsPath, applicationsPath, thirdPartyApplicationsPath } from './paths.ts';

type CreateSearch = { name?: string; type?: string; thirdParty?: string };

/** The dialog with an address of its own, so that Back closes it. The address may say what is to be created. */
export function CreatePage() {
  const go = useGo();
  const { name, type, thirdParty, ...search }: CreateSearch = useSearch({ strict: false });
  const isThirdParty = thirdParty === 'true';
  const close = () => void go(isThirdParty ? thirdPartyApplicationsPath : applicationsPath, {}, { search });
  return (
    <CreateApplicationDialog
      preset={{ name, type: ApplicationType.safeParse(type).data, isThirdParty }}
      onClose={close}
      onCreated={({ id }) => go(applicationSettingsPath, { id })}
    />
  );
}
