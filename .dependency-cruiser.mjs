/**
 * The import rules of docs/architecture.md. Each was tried once with a planted violation.
 * The order of the wings and circles between slices are checked by scripts/check-slices.mjs.
 */
const feature = '^server/src/features/([^/]+/[^/]+)/';
const consoleFeature = '^console/src/features/([^/]+/[^/]+)/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contracts-know-only-zod',
      severity: 'error',
      from: { path: '^contracts/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contracts/src', 'node_modules/zod/'] },
    },
    {
      name: 'browser-never-imports-server',
      severity: 'error',
      from: { path: '^(console|experience|ui)/src' },
      to: { path: '^(server|connectors)/' },
    },
    {
      name: 'connectors-know-only-contracts',
      severity: 'error',
      from: { path: '^connectors/', pathNot: 'node_modules' },
      to: { path: '^(server|console|experience|ui)/' },
    },
    {
      name: 'providers-share-only-the-kit',
      severity: 'error',
      from: { path: '^connectors/(mail|sms|social)/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^connectors/', pathNot: ['^connectors/kit/', '^connectors/$1/$2/', 'node_modules'] },
    },
    {
      name: 'connectors-meet-the-server-in-one-slice',
      severity: 'error',
      from: { path: '^server/src', pathNot: ['^server/src/features/messages/connectors/', '\\.test\\.ts$'] },
      to: { path: '^connectors/' },
    },
    { name: 'apps-never-import-apps', severity: 'error', from: { path: '^console/src' }, to: { path: '^experience/' } },
    {
      name: 'apps-never-import-apps-2',
      severity: 'error',
      from: { path: '^experience/src' },
      to: { path: '^console/' },
    },
    {
      name: 'server-never-imports-apps',
      severity: 'error',
      from: { path: '^server/src' },
      to: { path: '^(console|experience|ui)/' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^(server|console)/src/platform/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(server|console)/src/features/' },
    },
    {
      name: 'features-meet-at-index',
      severity: 'error',
      from: { path: feature, pathNot: '\\.test\\.ts$' },
      to: { path: feature, pathNot: ['^server/src/features/$1/', '^server/src/features/[^/]+/[^/]+/index\\.ts$'] },
    },
    {
      name: 'console-features-meet-in-shared',
      comment:
        'What other slices may use stands in the folder `shared`; the places they may fill stand in `places.ts`.',
      severity: 'error',
      from: { path: consoleFeature, pathNot: '\\.test\\.tsx?$' },
      to: {
        path: consoleFeature,
        pathNot: ['^console/src/features/$1/', '^console/src/features/[^/]+/[^/]+/(shared/|places\\.ts$)'],
      },
    },
    {
      name: 'steps-meet-at-index',
      severity: 'error',
      from: { path: '^experience/src/steps/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^experience/src/steps/([^/]+)/',
        pathNot: ['^experience/src/steps/$1/', '^experience/src/steps/[^/]+/index\\.tsx?$'],
      },
    },
    {
      name: 'only-stores-touch-sql',
      comment: 'Everything else goes through a store; the platform builds the handle itself.',
      severity: 'error',
      from: { path: '^server/src/(features|app|cli)', pathNot: ['[/.]store\\.ts$', '\\.test\\.ts$'] },
      to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'stores-know-no-routes',
      severity: 'error',
      from: { path: '[/.]store\\.ts$' },
      to: { path: '[/.]routes\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Translations are texts, which import nothing.
    exclude: { path: '^(console|experience)/dist/|^translations/' },
    // TypeScript 7 has no API that the cruiser could use yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.svg'],
    },
  },
};
