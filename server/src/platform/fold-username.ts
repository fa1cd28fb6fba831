import type { Config } from './config.ts';

/** For comparing usernames outside the database. Whether they are case-sensitive is a setting of the installation. */
export const foldUsername = ({ caseSensitiveUsername }: Pick<Config, 'caseSensitiveUsername'>, username: string) =>
  caseSensitiveUsername ? username : username.toLowerCase();
