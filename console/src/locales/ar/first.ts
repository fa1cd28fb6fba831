import type { FirstPhrases } from '../phrases.ts';
import { actions, errors, fields, states } from './basics.ts';
import { list } from './list.ts';
import { nav } from './nav.ts';
import { order } from './order.ts';
import { palette } from './palette.ts';
import { pick } from './pick.ts';
import { shell } from './shell.ts';

export const first: FirstPhrases = { actions, errors, fields, list, nav, order, palette, pick, shell, states };
