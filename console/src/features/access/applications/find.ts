import { applicationsApi } from '@postern/contracts/access/applications';
import i18next from 'i18next';
import { applicationSettingsPath } from '#paths/applications.ts';
import { call } from '#platform/client/call.ts';
import { containing } from '#platform/list/containing.ts';
import type { Find } from '#platform/palette/commands.ts';
import { kindIcons } from './kinds.ts';

/** Finds applications for the palette by name, description or id. */
export const findApplications: Find = async (text, tenantId, signal) => {
  const query = { search: containing(text), page: '1', page_size: '5' };
  const { data } = await call(applicationsApi.list, { query }, tenantId, signal);
  return data.map(({ id, name, type }) => ({
    id,
    label: name,
    note: text === id ? id : i18next.t(`applications.types.${type}`),
    icon: kindIcons[type],
    to: applicationSettingsPath,
    params: { id },
  }));
};
