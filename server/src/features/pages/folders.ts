import { fileURLToPath } from 'node:url';

/** Where `npm run build` puts a web app. */
export const distFolder = (app: 'console' | 'experience') =>
  fileURLToPath(new URL(`../../../../${app}/dist`, import.meta.url));
