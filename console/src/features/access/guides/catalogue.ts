import type { ApplicationType } from '@postern/contracts/access/applications';
import type { marks } from './marks.ts';

/** The name of a drawing in `guide-mark.tsx`. */
export type Mark = keyof typeof marks | 'machine' | 'shield' | 'chatgpt';

export type GuideTarget = Exclude<ApplicationType, 'Protected'> | 'API';

type Entry = {
  name: string;
  target: GuideTarget;
  /** Guides without an order come last. */
  order?: number;
  isFeatured?: boolean;
  isThirdParty?: boolean;
  /** The details page opens after creation; the guide stays available from there. */
  skipGuideAfterCreation?: boolean;
  /** The technology of the samples, if the name does not say it. */
  note?: string;
  mark: Mark;
};

const entries = {
  'api-express': { name: 'Express', target: 'API', order: 1, note: 'Node.js', mark: 'express' },
  'api-python': { name: 'Python', target: 'API', order: 2, note: 'FastAPI', mark: 'fastapi' },
  'api-spring-boot': { name: 'Spring Boot', target: 'API', order: 3, note: 'Java', mark: 'springBoot' },
  'api-dotnet': { name: 'ASP.NET Core', target: 'API', order: 4, note: '.NET', mark: 'dotnet' },
  'api-go': { name: 'Go', target: 'API', order: 5, note: 'net/http', mark: 'go' },
  'api-nest': { name: 'NestJS', target: 'API', order: 6, note: 'Node.js', mark: 'nest' },
  'api-django': { name: 'Django', target: 'API', order: 7, note: 'Python', mark: 'django' },
  'api-laravel': { name: 'Laravel', target: 'API', order: 8, note: 'PHP', mark: 'laravel' },
  'api-rails': { name: 'Ruby on Rails', target: 'API', order: 9, note: 'Ruby', mark: 'rails' },
  'api-rust': { name: 'Rust', target: 'API', order: 10, note: 'axum', mark: 'rust' },
  'm2m-general': {
    name: 'Machine-to-machine',
    target: 'MachineToMachine',
    isFeatured: true,
    order: 1.5,
    mark: 'machine',
  },
  'native-android': { name: 'Android', target: 'Native', order: 2, mark: 'android' },
  'native-capacitor': { name: 'Capacitor JS', target: 'Native', order: 4, mark: 'capacitor' },
  'native-expo': { name: 'Expo (React Native)', target: 'Native', order: 1.1, mark: 'expo' },
  'native-flutter': { name: 'Flutter', target: 'Native', order: 5, mark: 'flutter' },
  'native-ios-swift': { name: 'iOS (Swift)', target: 'Native', order: 1.7, mark: 'swift' },
  'saml-idp': { name: 'SAML', target: 'SAML', skipGuideAfterCreation: true, mark: 'shield' },
  'spa-angular': { name: 'Angular', target: 'SPA', order: 1.1, mark: 'angular' },
  'spa-chrome-extension': { name: 'Chrome extension', target: 'SPA', order: 1.1, mark: 'chrome' },
  'spa-react': { name: 'React', target: 'SPA', isFeatured: true, order: 1.1, mark: 'react' },
  'spa-vanilla': { name: 'Vanilla JS', target: 'SPA', order: 2, mark: 'javascript' },
  'spa-vue': { name: 'Vue', target: 'SPA', isFeatured: true, order: 1.3, mark: 'vue' },
  'spa-webflow': { name: 'Webflow', target: 'SPA', order: 2.1, mark: 'webflow' },
  'third-party-oidc': {
    name: 'OIDC',
    target: 'Traditional',
    isThirdParty: true,
    skipGuideAfterCreation: true,
    mark: 'openId',
  },
  'web-dotnet-core-blazor-server': {
    name: '.NET Core (Blazor Server)',
    target: 'Traditional',
    order: 5.2,
    mark: 'blazor',
  },
  'web-dotnet-core-blazor-wasm': {
    name: '.NET Core (Blazor WASM)',
    target: 'SPA',
    order: 5.3,
    mark: 'blazor',
  },
  'web-dotnet-core-mvc': { name: '.NET Core (MVC)', target: 'Traditional', order: 5.1, mark: 'dotnet' },
  'web-dotnet-core': { name: '.NET Core (Razor Pages)', target: 'Traditional', order: 5, mark: 'dotnet' },
  'web-express': { name: 'Express', target: 'Traditional', order: 1.2, mark: 'express' },
  'web-go': { name: 'Go', target: 'Traditional', order: 1.3, mark: 'go' },
  'web-gpt-plugin': { name: 'ChatGPT plugin', target: 'Traditional', order: 999, mark: 'chatgpt' },
  'web-java-spring-boot': {
    name: 'Java Spring Boot',
    target: 'Traditional',
    isFeatured: true,
    order: 1.6,
    mark: 'springBoot',
  },
  'web-next-app-router': {
    name: 'Next.js (App Router)',
    target: 'Traditional',
    isFeatured: true,
    order: 1,
    mark: 'next',
  },
  'web-next-auth': { name: 'Next Auth', target: 'Traditional', order: 1.3, mark: 'shield' },
  'web-next': { name: 'Next.js (Page Router)', target: 'Traditional', order: 1.2, mark: 'next' },
  'web-nuxt': { name: 'Nuxt', target: 'Traditional', order: 2, mark: 'nuxt' },
  'web-outline': { name: 'Outline', target: 'Traditional', order: 6, mark: 'outline' },
  'web-passport': { name: 'Passport', target: 'Traditional', order: 6.1, mark: 'passport' },
  'web-php': { name: 'PHP', target: 'Traditional', order: 2, mark: 'php' },
  'web-python': { name: 'Python', target: 'Traditional', order: 3, mark: 'python' },
  'web-remix': { name: 'Remix', target: 'Traditional', order: 1.2, mark: 'remix' },
  'web-ruby': { name: 'Ruby', target: 'Traditional', order: 2, mark: 'ruby' },
  'web-sveltekit': { name: 'SvelteKit', target: 'Traditional', order: 1.2, mark: 'svelte' },
  'web-wordpress-plugin': { name: 'WordPress plugin', target: 'Traditional', order: 2.3, mark: 'wordpress' },
  'web-wordpress': { name: 'WordPress', target: 'Traditional', order: 2.2, mark: 'wordpress' },
} as const satisfies Record<string, Entry>;

export type GuideId = keyof typeof entries;
export type GuideEntry = Entry & { id: GuideId };

/** All guides. Names are product names, so they are the same in every language. */
export const catalogue: readonly GuideEntry[] = Object.entries(entries).map(([id, entry]) => ({
  // The keys of the table above.
  id: id as GuideId,
  ...entry,
}));
