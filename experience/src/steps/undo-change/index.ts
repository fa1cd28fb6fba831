import { lazyPage } from '../../parts/lazy-page.tsx';
import type { Step } from '../../platform/router.ts';

export const undoChange: Step = {
  routes: [{ path: '/undo-change', Page: lazyPage(async () => (await import('./undo-page.tsx')).UndoPage) }],
};
