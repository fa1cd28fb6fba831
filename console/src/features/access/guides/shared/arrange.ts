import type { Application } from '@postern/contracts/access/applications';
import { catalogue, type GuideEntry, type GuideTarget } from '../catalogue.ts';

/** URL value that means: create without a guide. */
export const noGuide = 'none';

/** The filters of the library, in the order of its chips. */
export const categories = ['Native', 'SPA', 'Traditional', 'MachineToMachine', 'thirdParty'] as const;
export type Category = (typeof categories)[number];

export const categoryOf = (guide: GuideEntry): Category | 'API' | 'SAML' =>
  guide.isThirdParty ? 'thirdParty' : guide.target;

const orderOf = (guide: GuideEntry) => guide.order ?? Number.POSITIVE_INFINITY;

function compare(a: GuideEntry, b: GuideEntry): number {
  const featured = Number(b.isFeatured ?? false) - Number(a.isFeatured ?? false);
  // Two guides without an order compare as equal: the difference of two infinities is NaN.
  return featured || orderOf(a) - orderOf(b) || a.name.localeCompare(b.name, 'en');
}

type ApplicationGuide = GuideEntry & { target: Exclude<GuideTarget, 'API'> };

const applicationGuides = catalogue.filter((guide): guide is ApplicationGuide => guide.target !== 'API').sort(compare);

export const findApplicationGuide = (id: string | undefined) => applicationGuides.find((guide) => guide.id === id);

/** All guides for APIs. */
export const resourceGuides = catalogue.filter(({ target }) => target === 'API').sort(compare);

/** Whether a text contains every word of a search. */
export function isFound(search: string, text: string): boolean {
  const [words, found] = [search.toLocaleLowerCase().split(/\s+/).filter(Boolean), text.toLocaleLowerCase()];
  return words.every((word) => found.includes(word));
}

/** Guides for applications, featured ones first, then by order. */
export const arrange = (search: string, category?: string): GuideEntry[] =>
  applicationGuides.filter(
    (guide) =>
      (!category || categoryOf(guide) === category) && isFound(search, `${guide.name} ${guide.id} ${guide.target}`),
  );

/** The most popular guides for APIs, as many as fit in one row. */
export const featuredResources = resourceGuides.slice(0, 4);

type Kind = Pick<Application, 'type' | 'isThirdParty'>;

export const fits = (guide: GuideEntry, { type, isThirdParty }: Kind) =>
  guide.target === type && (guide.isThirdParty ?? false) === isThirdParty;

/** The guides for an application, the most likely first; none for types set up elsewhere. */
export const guidesFor = (kind: Kind) => applicationGuides.filter((guide) => fits(guide, kind));

/** The most popular guides for applications, as many as fit in one row. */
export const featured = arrange('')
  .filter(({ isFeatured }) => isFeatured)
  .slice(0, 4);
