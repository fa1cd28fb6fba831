import type { Application } from '@postern/contracts/access/applications';
import { catalogue, type GuideEntry, type GuideTarget } from '../catalogue.ts';

/** In the address, in the place of a guide: create without one. */
export const noGuide = 'none';

/** What the library can be narrowed to, in the order of its chips. */
export const categories = ['Native', 'SPA', 'Traditional', 'MachineToMachine', 'thirdParty'] as const;
export type Category = (typeof categories)[number];

export const categoryOf = (guide: GuideEntry): Category | 'API' => (guide.isThirdParty ? 'thirdParty' : guide.target);

const orderOf = (guide: GuideEntry) => guide.order ?? Number.POSITIVE_INFINITY;

function compare(a: GuideEntry, b: GuideEntry): number {
  const featured = Number(b.isFeatured ?? false) - Number(a.isFeatured ?? false);
  // Two guides without an order are as good as each other: the difference of two infinities is no number.
  return featured || orderOf(a) - orderOf(b) || a.name.localeCompare(b.name, 'en');
}

type ApplicationGuide = GuideEntry & { target: Exclude<GuideTarget, 'API'> };

const applicationGuides = catalogue.filter((guide): guide is ApplicationGuide => guide.target !== 'API').sort(compare);

export const findApplicationGuide = (id: string | undefined) => applicationGuides.find((guide) => guide.id === id);

/** The guides of APIs, all of them: there are few. */
export const resourceGuides = catalogue.filter(({ target }) => target === 'API').sort(compare);

/** Guides for applications, featured ones first, then by order. */
export function arrange(search: string, category?: string): GuideEntry[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return applicationGuides.filter((guide) => {
    const text = `${guide.name} ${guide.id} ${guide.target}`.toLocaleLowerCase();
    return (!category || categoryOf(guide) === category) && words.every((word) => text.includes(word));
  });
}

type Kind = Pick<Application, 'type' | 'isThirdParty'>;

export const fits = (guide: GuideEntry, { type, isThirdParty }: Kind) =>
  guide.target === type && (guide.isThirdParty ?? false) === isThirdParty;

/** The guides that fit an application, the most likely first; none for types that are set up elsewhere. */
export const guidesFor = (kind: Kind) => applicationGuides.filter((guide) => fits(guide, kind));
