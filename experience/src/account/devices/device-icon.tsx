import type { MyAccountSession } from '@postern/contracts/people/user-sessions';
import { Outline } from '../../parts/icons.tsx';

type Kind = MyAccountSession['device']['kind'];

/** Outlines from Tabler (MIT). */
const screen = 'M3 5a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-10M7 20h10M9 16v4M15 16v4';
const phone = 'M6 5a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-14M11 4h2M12 17v.01';
const tablet =
  'M5 4a1 1 0 0 1 1 -1h12a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-12a1 1 0 0 1 -1 -1v-16M11 17a1 1 0 1 0 2 0a1 1 0 0 0 -2 0';
const question = 'M12 17v.01M12 13.5a1.5 1.5 0 0 1 1 -1.5a2.6 2.6 0 1 0 -3 -4M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0';

const paths: Record<Kind, string> = {
  desktop: screen,
  tv: screen,
  mobile: phone,
  tablet,
  bot: question,
  unknown: question,
};

export function DeviceIcon({ kind }: { kind: Kind }) {
  return <Outline name={kind} path={paths[kind]} size={24} />;
}
