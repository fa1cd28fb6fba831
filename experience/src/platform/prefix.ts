/** The path of these pages on their host, such as `/auth`; empty if the host is theirs alone. */
export const prefix = typeof document === 'undefined' ? '' : (document.documentElement.dataset?.prefix ?? '');

/** The URL of a path, for other programs. */
export const urlOf = (path: string): string => `${window.location.origin}${prefix}${path}`;

/** The path of this page, as the routes name it. */
export const currentPath = (): string => window.location.pathname.slice(prefix.length) || '/';
