import { createApplicationPath } from '#paths/applications.ts';
import { createResourcePath } from '#paths/resources.ts';
import { GuideCards } from '../guide-cards.tsx';
import { arrange, resourceGuides } from './arrange.ts';

const featured = arrange('')
  .filter(({ isFeatured }) => isFeatured)
  .slice(0, 4);

/** The most popular guides for applications, as many as fit in one row. */
export const FeaturedGuides = () => <GuideCards guides={featured} to={createApplicationPath} isFeatured isRow />;

export const ApiGuides = () => <GuideCards guides={resourceGuides} to={createResourcePath} isFeatured />;
