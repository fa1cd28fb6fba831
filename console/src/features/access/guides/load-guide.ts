import type { GuideTexts } from '#locales/en/guide-steps.ts';
import { fallbackLanguage } from '#platform/i18n/languages.ts';
import type { GuideId } from './catalogue.ts';
import type { Guide } from './guide.ts';

/** Each guide is a chunk of its own, so that none costs anything until it is opened. */
const contents: Record<GuideId, () => Promise<{ guide: Guide }>> = {
  'api-express': () => import('./content/api-express.ts'),
  'api-python': () => import('./content/api-python.ts'),
  'api-spring-boot': () => import('./content/api-spring-boot.ts'),
  'm2m-general': () => import('./content/m2m-general.ts'),
  'native-android': () => import('./content/native-android.ts'),
  'native-capacitor': () => import('./content/native-capacitor.ts'),
  'native-expo': () => import('./content/native-expo.ts'),
  'native-flutter': () => import('./content/native-flutter.ts'),
  'native-ios-swift': () => import('./content/native-ios-swift.ts'),
  'spa-angular': () => import('./content/spa-angular.ts'),
  'spa-chrome-extension': () => import('./content/spa-chrome-extension.ts'),
  'spa-react': () => import('./content/spa-react.ts'),
  'spa-vanilla': () => import('./content/spa-vanilla.ts'),
  'spa-vue': () => import('./content/spa-vue.ts'),
  'spa-webflow': () => import('./content/spa-webflow.ts'),
  'third-party-oidc': () => import('./content/third-party-oidc.ts'),
  'web-dotnet-core': () => import('./content/web-dotnet-core.ts'),
  'web-dotnet-core-blazor-server': () => import('./content/web-dotnet-core-blazor-server.ts'),
  'web-dotnet-core-blazor-wasm': () => import('./content/web-dotnet-core-blazor-wasm.ts'),
  'web-dotnet-core-mvc': () => import('./content/web-dotnet-core-mvc.ts'),
  'web-express': () => import('./content/web-express.ts'),
  'web-go': () => import('./content/web-go.ts'),
  'web-gpt-plugin': () => import('./content/web-gpt-plugin.ts'),
  'web-java-spring-boot': () => import('./content/web-java-spring-boot.ts'),
  'web-next': () => import('./content/web-next.ts'),
  'web-next-app-router': () => import('./content/web-next-app-router.ts'),
  'web-next-auth': () => import('./content/web-next-auth.ts'),
  'web-nuxt': () => import('./content/web-nuxt.ts'),
  'web-outline': () => import('./content/web-outline.ts'),
  'web-passport': () => import('./content/web-passport.ts'),
  'web-php': () => import('./content/web-php.ts'),
  'web-python': () => import('./content/web-python.ts'),
  'web-remix': () => import('./content/web-remix.ts'),
  'web-ruby': () => import('./content/web-ruby.ts'),
  'web-sveltekit': () => import('./content/web-sveltekit.ts'),
  'web-wordpress': () => import('./content/web-wordpress.ts'),
  'web-wordpress-plugin': () => import('./content/web-wordpress-plugin.ts'),
};

const texts: Record<string, () => Promise<{ guideSteps: GuideTexts }>> = {
  en: () => import('#locales/en/guide-steps.ts'),
  de: () => import('#locales/de/guide-steps.ts'),
};

export const textLanguages = Object.keys(texts);

export async function loadTexts(language: string): Promise<GuideTexts> {
  const load = texts[language] ?? texts[fallbackLanguage];
  if (!load) {
    throw new Error(`The guides lack the language ${fallbackLanguage}.`);
  }
  return (await load()).guideSteps;
}

export const loadGuide = async (id: GuideId): Promise<Guide> => (await contents[id]()).guide;
