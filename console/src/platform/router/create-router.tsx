import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { config } from '../config.ts';
import { edition } from '../edition.ts';
import type { Feature, Page } from '../feature.ts';
import { BackGuard } from '../feedback/back-guard.ts';
import { ErrorScreen } from '../feedback/error-screen.tsx';
import { NotFound, Splash } from '../feedback/screens.tsx';
import { loadPhrases } from '../i18n/setup.ts';
import { ChangesListener } from '../live/changes-listener.tsx';
import { PageViews } from '../page-views.tsx';
import { entriesOf } from '../place.ts';
import { isReadOnly } from '../session/read-only.ts';
import { ensureSignedIn, finishSignIn, finishSignOut, signedOutPath } from '../session/sign-in.ts';
import { Shell } from '../shell/shell.tsx';
import { FeaturesProvider } from './features.tsx';
import { homePageOf } from './home-page.ts';
import { fillPath, parseSearch, stringifySearch } from './page-path.ts';
import { RootPage } from './root-page.tsx';
import { rowPhrases } from './row-phrases.ts';
import { TenantScope } from './tenant-scope.tsx';

/** Path of a child relative to its parent: `applications/$id` + `applications/$id/settings` → `settings`. */
function relative(page: Page, parent: Page | undefined): string {
  return parent ? page.path.path.slice(parent.path.path.length + 1) : page.path.path;
}

/** The router awaits `preload` before it shows a page, so pages never render without their phrases. */
function withPhrases(Component: Page['component'], groups: Feature['phrases']): Page['component'] {
  return (
    Component &&
    Object.assign(() => <Component />, {
      preload: async () => {
        await Promise.all([Component.preload?.(), loadPhrases(groups)]);
      },
    })
  );
}

/** `users/create`, `connectors/$tab/create/$createType` */
const createPart = /\/create(\/.*)?$/;

/** Read-only administrators get the list instead of a form: the server would reject what they fill in. */
function leaveFormIfReadOnly({ path: { path } }: Page, { tenantId, ...rest }: Record<string, string>): void {
  if (createPart.test(path) && isReadOnly()) {
    throw redirect({ to: tenantAddress(tenantId, fillPath(path.replace(createPart, ''), rest)), replace: true });
  }
}

type Parent = { route: () => AnyRoute; page?: Page };

function routeOf(page: Page, features: readonly Feature[], phrases: Feature['phrases'], parent: Parent): AnyRoute {
  const { redirect: target, children = [], tabs } = page;
  const tabsOf = (feature: Feature) => (tabs ? entriesOf([feature], tabs) : []);
  // The page shows the labels of all tabs, so it needs their phrases as well.
  const ofTabs = features.flatMap((feature) => tabsOf(feature).flatMap((tab) => tab.phrases ?? feature.phrases));
  const allPhrases = [...new Set([...phrases, ...ofTabs, ...rowPhrases(features, page.path)])];
  const route: AnyRoute = createRoute({
    getParentRoute: parent.route,
    path: relative(page, parent.page),
    beforeLoad: ({ params }) => leaveFormIfReadOnly(page, params),
    component: withPhrases(page.component, allPhrases),
  });
  const index =
    target &&
    createRoute({
      getParentRoute: () => route,
      path: '/',
      beforeLoad: ({ params }) => {
        const { tenantId, ...rest }: Record<string, string> = params;
        throw redirect({ to: tenantAddress(tenantId, fillPath(target.path, rest)), replace: true });
      },
    });
  const below = { route: () => route, page };
  return route.addChildren([
    ...(index ? [index] : []),
    ...children.map((child) => routeOf(child, features, allPhrases, below)),
    ...features.flatMap(tabsOf).map((tab) => routeOf(tab.page, features, allPhrases, below)),
  ]);
}

const tenantAddress = (tenantId: string | undefined, path: string) =>
  `/${edition.tenantInPath && tenantId ? `${encodeURIComponent(tenantId)}/` : ''}${path}`;

export function createConsoleRouter(features: readonly Feature[]) {
  const root = createRootRoute({
    component: () => (
      <FeaturesProvider features={features}>
        <BackGuard />
        <Outlet />
      </FeaturesProvider>
    ),
    notFoundComponent: () => <NotFound />,
  });
  const callback = createRoute({
    getParentRoute: () => root,
    path: 'callback',
    beforeLoad: async () => {
      const { pathname, search, hash } = await finishSignIn();
      throw redirect({ to: pathname, search: parseSearch(search), hash: hash.slice(1), replace: true });
    },
  });
  const signedOut = createRoute({
    getParentRoute: () => root,
    path: signedOutPath,
    beforeLoad: () => {
      const { pathname, search, hash } = finishSignOut();
      throw redirect({ to: pathname, search: parseSearch(search), hash: hash.slice(1), replace: true });
    },
  });
  const inShell = features.filter(
    ({ tenantSelector, root: Root, background: Background }) => tenantSelector ?? Root ?? Background,
  );
  const backgrounds = features.flatMap(({ background }) => background ?? []);
  // Loaded here instead of with the entry: an edition without them does not load them, and nothing appears late.
  const shellParts = features.flatMap(({ tenantSelector, tenantFrame }) => [tenantSelector, tenantFrame]);
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    component: () => (
      <>
        {backgrounds.map((Background) => (
          <Background key={Background.name} />
        ))}
        <Outlet />
      </>
    ),
    beforeLoad: () =>
      Promise.all([
        ensureSignedIn(),
        loadPhrases(inShell.flatMap(({ phrases }) => phrases)),
        ...shellParts.map((part) => part?.preload?.()),
      ]),
  });
  const tenant = createRoute({
    getParentRoute: () => signedIn,
    ...(edition.tenantInPath ? { path: '$tenantId' } : { id: 'tenant' }),
    component: () => (
      <TenantScope>
        <ChangesListener />
        {config.hasTracker && <PageViews />}
        <Shell>
          <Outlet />
        </Shell>
      </TenantScope>
    ),
  });
  const tenantRoot = createRoute({
    getParentRoute: () => tenant,
    path: '/',
    beforeLoad: ({ params }) => {
      const first = homePageOf(features);
      if (!first) {
        throw new Error('First sidebar item not found');
      }
      const { tenantId }: Record<string, string> = params;
      throw redirect({ to: tenantAddress(tenantId, first.path.path), replace: true });
    },
  });
  const lost = createRoute({ getParentRoute: () => tenant, path: '$', component: () => <NotFound /> });
  const home = createRoute({ getParentRoute: () => signedIn, path: '/', component: RootPage });
  const pages = (kind: 'pages' | 'outerPages' | 'publicPages', parent: AnyRoute) =>
    features.flatMap(({ phrases, [kind]: list = [] }) =>
      list.map((page) => routeOf(page, features, phrases, { route: () => parent })),
    );

  return createRouter({
    basepath: config.base,
    routeTree: root.addChildren([
      callback,
      signedOut,
      ...pages('publicPages', root),
      signedIn.addChildren([
        ...(edition.tenantInPath ? [home] : []),
        ...pages('outerPages', signedIn),
        tenant.addChildren([tenantRoot, ...pages('pages', tenant), lost]),
      ]),
    ]),
    defaultErrorComponent: ({ error }: ErrorComponentProps) => <ErrorScreen error={error} />,
    defaultPendingComponent: Splash,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    scrollToTopSelectors: ['#main'],
  });
}
