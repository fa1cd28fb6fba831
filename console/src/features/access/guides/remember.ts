import type { Application } from '@postern/contracts/access/applications';
import { readJson, storageKeys, writeJson } from '#platform/storage.ts';
import type { GuideEntry, GuideId } from './catalogue.ts';
import { guidesFor, resourceGuides } from './shared/arrange.ts';

const limit = 100;

const remembered = () => readJson<Record<string, string>>(localStorage, storageKeys.guides) ?? {};

/** Stores the last opened guide of the most recent applications and APIs. */
export function rememberGuide(subjectId: string, guideId: GuideId): void {
  const { [subjectId]: _, ...others } = remembered();
  const kept = Object.entries(others).slice(1 - limit);
  writeJson(localStorage, storageKeys.guides, Object.fromEntries([...kept, [subjectId, guideId]]));
}

const lastOf = (subjectId: string, guides: readonly GuideEntry[]) =>
  guides.find(({ id }) => id === remembered()[subjectId]) ?? guides[0];

/** The guide to open for an application: the last one, otherwise the most likely; none for types set up elsewhere. */
export const guideOfApplication = (application: Pick<Application, 'id' | 'type' | 'isThirdParty'>) =>
  lastOf(application.id, guidesFor(application));

export const guideOfResource = (resourceId: string) => lastOf(resourceId, resourceGuides);
