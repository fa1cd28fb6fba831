import type { Config } from './config.ts';

/** What a username is compared by outside of the database: whether its case counts is a setting of the installation. */
export const foldUsername = ({ caseSensitiveUsername }: Pick<Config, 'caseSensitiveUsername'>, username: string) =>
  caseSensitiveUsername ? username : username.toLowerCase();
