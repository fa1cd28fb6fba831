import { type Application, ApplicationType } from '@postern/contracts/access/applications';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findApplicationGuide, fits } from '#features/access/guides/shared/arrange.ts';
import { GuideLibrary } from '#features/access/guides/shared/library.tsx';
import { AssignRoles } from '#features/access/roles/shared/assign.tsx';
import {
  applicationSettingsPath,
  applicationsPath,
  createApplicationPath,
  thirdPartyApplicationsPath,
} from '#paths/applications.ts';
import { applicationGuidePath } from '#paths/guides.ts';
import { useGo } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import type { SearchParams } from '#platform/router/page-path.ts';
import { CreateApplicationDialog, type NewApplication } from './create-application-dialog.tsx';

/** `guide` is the one selected in the library; any other value means none. */
type CreateSearch = { name?: string; type?: string; thirdParty?: string; guide?: string };

/** The guide library. The URL decides what is created; the dialog then opens on top, and Back closes it. */
export function CreatePage() {
  const { name, type, thirdParty, guide, ...library }: CreateSearch = useSearch({ strict: false });
  const isOpen = [name, type, thirdParty, guide].some((value) => value !== undefined);
  const preset = { name, type: ApplicationType.safeParse(type).data, isThirdParty: thirdParty === 'true' };
  return (
    <>
      <GuideLibrary />
      {isOpen && <Create preset={preset} guideId={guide} library={library} />}
    </>
  );
}

type CreateProps = { preset: NewApplication; guideId: string | undefined; library: SearchParams };

function Create({ preset, guideId, library }: CreateProps) {
  const { t } = useTranslation();
  const go = useGo();
  const [machine, setMachine] = useState<Application>();
  const guide = findApplicationGuide(guideId);
  const open = (created: Application) =>
    guide && !guide.skipGuideAfterCreation && fits(guide, created)
      ? go(applicationGuidePath, { id: created.id, guideId: guide.id })
      : go(applicationSettingsPath, { id: created.id });
  const close = () =>
    guideId === undefined
      ? go(preset.isThirdParty ? thirdPartyApplicationsPath : applicationsPath, {})
      : go(createApplicationPath, {}, { search: library });
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
      preset={guide ? { type: guide.target, isThirdParty: guide.isThirdParty } : preset}
      isTypeFixed={guide !== undefined}
      description={
        guide ? (
          t('guides.chosen', { name: guide.name })
        ) : (
          <>
            {t('guides.notChosen')}{' '}
            <PageLink className="link" to={createApplicationPath} search={library}>
              {t('guides.pickInstead')}
            </PageLink>
          </>
        )
      }
      onClose={() => void close()}
      // A machine without a role gets tokens without permissions.
      onCreated={(created) => (created.type === 'MachineToMachine' ? setMachine(created) : open(created))}
    />
  );
}
