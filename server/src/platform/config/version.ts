import { readFileSync } from 'node:fs';

/** The version of this product, as the package file names it. */
export const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
