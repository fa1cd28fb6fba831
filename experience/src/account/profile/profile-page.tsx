import type { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import type { UserProfile } from '@postern/contracts/people/users';
import { callAccount } from '../client.ts';
import { Card, Rows } from '../parts/card.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccess, useAccountSettings } from '../settings.ts';
import { useAccount } from '../use-account.tsx';
import { DetailsCard } from './details-card.tsx';
import { listFields } from './list-fields.ts';
import { NameRow } from './name-row.tsx';
import { PictureRow } from './picture-row.tsx';
import './other-data.css';

/** Custom data is replaced as a whole, so it is read again first to keep what applications stored meanwhile. */
async function saveCustomData(changes: Record<string, unknown>): Promise<void> {
  const { customData = {} } = await callAccount('get');
  await callAccount('update', { body: { customData: { ...customData, ...changes } } });
}

/** The visible part of the profile: name and picture, standard details, and the tenant's own fields. */
export function ProfilePage() {
  const { profile: words } = useAccountPhrases();
  const { experience, accountCenter } = useAccountSettings();
  const { isShown, isEditable } = useAccess();
  const { account } = useAccount();
  const { profile = {}, customData = {} } = account;
  const catalog = experience.customProfileFieldCatalog ?? experience.customProfileFields;
  const fields = listFields(catalog, profile, accountCenter.profileFields);
  return (
    <>
      {(isShown('avatar') || isShown('name')) && (
        <Card title={words.you}>
          <Rows>
            {isShown('avatar') && <PictureRow />}
            {isShown('name') && <NameRow />}
          </Rows>
        </Card>
      )}
      {isShown('profile') && fields.profile.length > 0 && (
        <DetailsCard
          title={words.details}
          fields={fields.profile}
          stored={profile}
          isEditable={isEditable('profile')}
          cleared=""
          // All fields of this card are profile fields.
          save={(changes) => callAccount('updateProfile', { body: changes as UserProfile })}
        />
      )}
      {isShown('customData') && fields.customData.length > 0 && (
        <DetailsCard
          title={words.more}
          fields={fields.customData}
          stored={customData}
          isEditable={isEditable('customData')}
          cleared={null}
          save={saveCustomData}
        />
      )}
      {isShown('customData') && <OtherData known={fields.customData} customData={customData} />}
    </>
  );
}

type OtherDataProps = { known: readonly CustomProfileField[]; customData: Record<string, unknown> };

/** Custom data that no field asks for, shown as stored. */
function OtherData({ known, customData }: OtherDataProps) {
  const { profile: words } = useAccountPhrases();
  const names = new Set(known.map(({ name }) => name));
  const others = Object.entries(customData).filter(([name]) => !names.has(name));
  if (others.length === 0) {
    return null;
  }
  return (
    <Card title={words.other} help={words.otherHelp}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what may have to be scrolled must be reached by keyboard */}
      <pre className="other-data" tabIndex={0} dir="ltr">
        {JSON.stringify(Object.fromEntries(others), null, 2)}
      </pre>
    </Card>
  );
}
