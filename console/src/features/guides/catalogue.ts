import type { ApplicationType } from '@postern/contracts/applications';

export type GuideTarget = Exclude<ApplicationType, 'Protected' | 'SAML'> | 'API';

/** Colors of the letter tiles; each is a pair of tokens with enough contrast in both themes. */
type MarkTone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger';

type Entry = {
  name: string;
  target: GuideTarget;
  /** A guide without one comes last. */
  order?: number;
  isFeatured?: boolean;
  isThirdParty?: boolean;
  /** The details page comes after creation; the guide stays reachable from there. */
  skipGuideAfterCreation?: boolean;
  /** What the samples are built with, where the name does not say it. */
  note?: string;
  mark: string;
  tone: MarkTone;
};

const entries = {
  'api-express': { name: 'Express', target: 'API', note: 'Node.js', mark: 'ex', tone: 'neutral' },
  'api-python': { name: 'Python', target: 'API', note: 'FastAPI', mark: 'Py', tone: 'info' },
  'api-spring-boot': { name: 'Spring Boot', target: 'API', note: 'Java', mark: 'Sb', tone: 'success' },
  'm2m-general': {
    name: 'Machine-to-machine',
    target: 'MachineToMachine',
    isFeatured: true,
    order: 1.5,
    mark: 'M2',
    tone: 'accent',
  },
  'native-android': { name: 'Android', target: 'Native', order: 2, mark: 'An', tone: 'success' },
  'native-capacitor': { name: 'Capacitor JS', target: 'Native', order: 4, mark: 'Ca', tone: 'info' },
  'native-expo': { name: 'Expo (React Native)', target: 'Native', order: 1.1, mark: 'Ex', tone: 'neutral' },
  'native-flutter': { name: 'Flutter', target: 'Native', order: 5, mark: 'Fl', tone: 'info' },
  'native-ios-swift': { name: 'iOS (Swift)', target: 'Native', order: 1.7, mark: 'Sw', tone: 'warning' },
  'spa-angular': { name: 'Angular', target: 'SPA', order: 1.1, mark: 'Ng', tone: 'danger' },
  'spa-chrome-extension': { name: 'Chrome extension', target: 'SPA', order: 1.1, mark: 'Ch', tone: 'warning' },
  'spa-react': { name: 'React', target: 'SPA', isFeatured: true, order: 1.1, mark: 'Re', tone: 'info' },
  'spa-vanilla': { name: 'Vanilla JS', target: 'SPA', order: 2, mark: 'JS', tone: 'warning' },
  'spa-vue': { name: 'Vue', target: 'SPA', isFeatured: true, order: 1.3, mark: 'Vu', tone: 'success' },
  'spa-webflow': { name: 'Webflow', target: 'SPA', order: 2.1, mark: 'Wf', tone: 'info' },
  'third-party-oidc': {
    name: 'OIDC',
    target: 'Traditional',
    isThirdParty: true,
    skipGuideAfterCreation: true,
    mark: 'ID',
    tone: 'accent',
  },
  'web-dotnet-core-blazor-server': {
    name: '.NET Core (Blazor Server)',
    target: 'Traditional',
    order: 5.2,
    mark: 'Bs',
    tone: 'accent',
  },
  'web-dotnet-core-blazor-wasm': {
    name: '.NET Core (Blazor WASM)',
    target: 'SPA',
    order: 5.3,
    mark: 'Bw',
    tone: 'accent',
  },
  'web-dotnet-core-mvc': { name: '.NET Core (MVC)', target: 'Traditional', order: 5.1, mark: '.N', tone: 'accent' },
  'web-dotnet-core': { name: '.NET Core (Razor Pages)', target: 'Traditional', order: 5, mark: '.N', tone: 'accent' },
  'web-express': { name: 'Express', target: 'Traditional', order: 1.2, mark: 'ex', tone: 'neutral' },
  'web-go': { name: 'Go', target: 'Traditional', order: 1.3, mark: 'Go', tone: 'info' },
  'web-gpt-plugin': { name: 'ChatGPT plugin', target: 'Traditional', order: 999, mark: 'AI', tone: 'neutral' },
  'web-java-spring-boot': {
    name: 'Java Spring Boot',
    target: 'Traditional',
    isFeatured: true,
    order: 1.6,
    mark: 'Sb',
    tone: 'success',
  },
  'web-next-app-router': {
    name: 'Next.js (App Router)',
    target: 'Traditional',
    isFeatured: true,
    order: 1,
    mark: 'Nx',
    tone: 'neutral',
  },
  'web-next-auth': { name: 'Next Auth', target: 'Traditional', order: 1.3, mark: 'Au', tone: 'accent' },
  'web-next': { name: 'Next.js (Page Router)', target: 'Traditional', order: 1.2, mark: 'Nx', tone: 'neutral' },
  'web-nuxt': { name: 'Nuxt', target: 'Traditional', order: 2, mark: 'Nu', tone: 'success' },
  'web-outline': { name: 'Outline', target: 'Traditional', order: 6, mark: 'Ou', tone: 'neutral' },
  'web-passport': { name: 'Passport', target: 'Traditional', order: 6.1, mark: 'Pa', tone: 'success' },
  'web-php': { name: 'PHP', target: 'Traditional', order: 2, mark: 'Ph', tone: 'accent' },
  'web-python': { name: 'Python', target: 'Traditional', order: 3, mark: 'Py', tone: 'info' },
  'web-remix': { name: 'Remix', target: 'Traditional', order: 1.2, mark: 'Rx', tone: 'neutral' },
  'web-ruby': { name: 'Ruby', target: 'Traditional', order: 2, mark: 'Rb', tone: 'danger' },
  'web-sveltekit': { name: 'SvelteKit', target: 'Traditional', order: 1.2, mark: 'Sv', tone: 'warning' },
  'web-wordpress-plugin': { name: 'WordPress plugin', target: 'Traditional', order: 2.3, mark: 'Wp', tone: 'info' },
  'web-wordpress': { name: 'WordPress', target: 'Traditional', order: 2.2, mark: 'Wp', tone: 'info' },
} as const satisfies Record<string, Entry>;

export type GuideId = keyof typeof entries;
export type GuideEntry = Entry & { id: GuideId };

/** Every guide there is. Names are those of the products, so they are the same in every language. */
export const catalogue: readonly GuideEntry[] = Object.entries(entries).map(([id, entry]) => ({
  // The keys of the table above.
  id: id as GuideId,
  ...entry,
}));
