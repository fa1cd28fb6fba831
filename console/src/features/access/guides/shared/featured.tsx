import { createApplicationPath } from '#paths/applications.ts';
import { createResourcePath } from '#paths/resources.ts';
import { featuredMarks } from '../featured-marks.ts';
import { GuideCards } from '../guide-cards.tsx';
import { featured, featuredResources } from './arrange.ts';

export const FeaturedGuides = () => (
  <GuideCards marks={featuredMarks} guides={featured} to={createApplicationPath} isFeatured isRow />
);

export const ApiGuides = () => (
  <GuideCards marks={featuredMarks} guides={featuredResources} to={createResourcePath} isFeatured isRow />
);
