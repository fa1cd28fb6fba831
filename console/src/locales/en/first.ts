import { actions, errors, fields, states } from './basics.ts';
import { list } from './list.ts';
import { nav } from './nav.ts';
import { order } from './order.ts';
import { palette } from './palette.ts';
import { pick } from './pick.ts';
import { shell } from './shell.ts';

/** What the shell and the shared parts say: loaded with the first screen. Other phrases come with the pages that say them. */
export const first = { actions, errors, fields, list, nav, order, palette, pick, shell, states } as const;
