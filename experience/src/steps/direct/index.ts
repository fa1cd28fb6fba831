import { lazyPage } from '../../parts/lazy-page.tsx';
import type { Step } from '../../platform/router.ts';

const DirectPage = lazyPage(async () => (await import('./direct-page.tsx')).DirectPage);

export const direct: Step = { routes: [{ path: '/direct/:method/:target', Page: DirectPage }] };
