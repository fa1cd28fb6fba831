export { first } from '../../../locales/zh-TW/first.ts';

export const groups = import.meta.glob<Record<string, object>>([
  '../../../locales/zh-TW/*.ts',
  '!**/index.ts',
  // Excludes the first phrases, and texts that are loaded by the page that shows them.
  '!**/{first,basics,list,nav,order,palette,pick,shell,guide-steps}.ts',
]);
