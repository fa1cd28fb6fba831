import { describe, expect, test } from 'vitest';
import { languages } from '#platform/i18n/languages.ts';
import { isUsable, pickSecret } from './application-values.ts';
import { catalogue, type GuideEntry } from './catalogue.ts';
import { featuredMarks } from './featured-marks.ts';
import { fill, masked, valuesOf } from './fill.ts';
import { type Guide, type Placeholder, placeholders } from './guide.ts';
import { highlight, languageNames } from './highlight.ts';
import { guideFiles, loadGuide, loadTexts, parseGuide } from './load-guide.ts';
import { arrange, featured, featuredResources, guidesFor, resourceGuides } from './shared/arrange.ts';

/** id | name | target | flags | order, as the published table has them, with our own guides for APIs. Protected apps are set up elsewhere. */
const table = `
api-django|Django|API||7
api-dotnet|ASP.NET Core|API||4
api-express|Express|API||1
api-go|Go|API||5
api-laravel|Laravel|API||8
api-nest|NestJS|API||6
api-python|Python|API||2
api-rails|Ruby on Rails|API||9
api-rust|Rust|API||10
api-spring-boot|Spring Boot|API||3
m2m-general|Machine-to-machine|MachineToMachine|isFeatured|1.5
native-android|Android|Native||2
native-capacitor|Capacitor JS|Native||4
native-expo|Expo (React Native)|Native||1.1
native-flutter|Flutter|Native||5
native-ios-swift|iOS (Swift)|Native||1.7
saml-idp|SAML|SAML|skipGuideAfterCreation|
spa-angular|Angular|SPA||1.1
spa-chrome-extension|Chrome extension|SPA||1.1
spa-react|React|SPA|isFeatured|1.1
spa-vanilla|Vanilla JS|SPA||2
spa-vue|Vue|SPA|isFeatured|1.3
spa-webflow|Webflow|SPA||2.1
third-party-oidc|OIDC|Traditional|isThirdParty skipGuideAfterCreation|
web-dotnet-core-blazor-server|.NET Core (Blazor Server)|Traditional||5.2
web-dotnet-core-blazor-wasm|.NET Core (Blazor WASM)|SPA||5.3
web-dotnet-core-mvc|.NET Core (MVC)|Traditional||5.1
web-dotnet-core|.NET Core (Razor Pages)|Traditional||5
web-express|Express|Traditional||1.2
web-go|Go|Traditional||1.3
web-gpt-plugin|ChatGPT plugin|Traditional||999
web-java-spring-boot|Java Spring Boot|Traditional|isFeatured|1.6
web-next-app-router|Next.js (App Router)|Traditional|isFeatured|1
web-next-auth|Next Auth|Traditional||1.3
web-next|Next.js (Page Router)|Traditional||1.2
web-nuxt|Nuxt|Traditional||2
web-outline|Outline|Traditional||6
web-passport|Passport|Traditional||6.1
web-php|PHP|Traditional||2
web-python|Python|Traditional||3
web-remix|Remix|Traditional||1.2
web-ruby|Ruby|Traditional||2
web-sveltekit|SvelteKit|Traditional||1.2
web-wordpress-plugin|WordPress plugin|Traditional||2.3
web-wordpress|WordPress|Traditional||2.2`
  .trim()
  .split('\n');

const rowOf = ({ id, name, target, order, ...flags }: GuideEntry) =>
  [
    id,
    name,
    target,
    (['isFeatured', 'isThirdParty', 'skipGuideAfterCreation'] as const).filter((flag) => flags[flag]).join(' '),
    order ?? '',
  ].join('|');

test('the catalog contains every guide of the table, with its target, flags and order', () => {
  expect(catalogue.map(rowOf).sort()).toEqual([...table].sort());
});

test('the library lists featured guides first, then by order, and those without an order last', () => {
  const ids = arrange('').map(({ id }) => id);
  expect(ids.slice(0, 6)).toEqual([
    'web-next-app-router',
    'spa-react',
    'spa-vue',
    'm2m-general',
    'web-java-spring-boot',
    'spa-angular',
  ]);
  expect(ids.slice(-3)).toEqual(['web-gpt-plugin', 'third-party-oidc', 'saml-idp']);
  expect(ids).toHaveLength(35);
  expect(resourceGuides.map(({ name }) => name)).toEqual([
    ...[
      'Express',
      'Python',
      'Spring Boot',
      'ASP.NET Core',
      'Go',
      'NestJS',
      'Django',
      'Laravel',
      'Ruby on Rails',
      'Rust',
    ],
  ]);
});

test('the first page has the logos of its guides', () => {
  const shown = [...featured, ...featuredResources].map(({ mark }) => mark).filter((mark) => mark !== 'machine');
  expect(Object.keys(featuredMarks)).toEqual(expect.arrayContaining(shown));
});

test('a search matches every word, and a category filters it', () => {
  expect(arrange('next router').map(({ id }) => id)).toEqual(['web-next-app-router', 'web-next']);
  expect(arrange('  EXPRESS ').map(({ id }) => id)).toEqual(['web-express']);
  expect(arrange('', 'thirdParty').map(({ id }) => id)).toEqual(['third-party-oidc']);
  expect(arrange('', 'Traditional').some(({ isThirdParty }) => isThirdParty)).toBe(false);
  expect(arrange('react', 'SPA').map(({ id }) => id)).toEqual(['spa-react']);
  expect(arrange('cobol')).toEqual([]);
});

test('an application is offered only guides of its type', () => {
  const machine = guidesFor({ type: 'MachineToMachine', isThirdParty: false });
  expect(machine.map(({ id }) => id)).toEqual(['m2m-general']);
  const partner = guidesFor({ type: 'Traditional', isThirdParty: true });
  expect(partner.map(({ id }) => id)).toEqual(['third-party-oidc']);
  expect(guidesFor({ type: 'SPA', isThirdParty: false })[0]?.id).toBe('spa-react');
  expect(guidesFor({ type: 'SAML', isThirdParty: false }).map(({ id }) => id)).toEqual(['saml-idp']);
  expect(guidesFor({ type: 'Protected', isThirdParty: false })).toEqual([]);
});

test('every console language has the text of every step', async () => {
  const english = await loadTexts('en');
  for (const { code } of languages) {
    const texts = await loadTexts(code);
    for (const part of ['titles', 'texts'] as const) {
      expect(Object.keys(texts[part]).sort()).toEqual(Object.keys(english[part]).sort());
      for (const [key, text] of Object.entries(texts[part])) {
        expect(text.trim(), `${code} ${key}`).not.toBe('');
        expect(text.split('`').length % 2, `backticks in ${code} ${key}`).toBe(1);
        expect(text, `${code} ${key}`).not.toContain('{{');
      }
    }
  }
});

const used = (guide: Guide) =>
  guide.steps.flatMap(({ samples = [], settings = [] }) => [
    ...samples.map(({ code }) => code),
    ...settings.map(({ value }) => value),
  ]);

const namesIn = (template: string) => [...template.matchAll(/\{\{(.*?)\}\}/g)].map(([, name]) => name);

/** Values as the page has them: an API has no app ID, and a browser or native app has no secret. */
function valuesFor({ target }: GuideEntry, { redirectUri, postSignOutUri }: Guide) {
  const tenant = { endpoint: 'https://auth.example.com', managementApi: 'https://default.logto.app/api' };
  if (target === 'API') {
    return valuesOf({ ...tenant, indicator: 'https://api.example.com', scope: 'read:orders' });
  }
  const hasSecret = target === 'Traditional' || target === 'MachineToMachine';
  const secret = hasSecret ? { appSecret: 'a-secret-of-this-application' } : {};
  return valuesOf({ ...tenant, appId: 'app1', randomSecret: 'random', redirectUri, postSignOutUri, ...secret });
}

test('every guide of the catalogue has a file, and every file is in the catalogue', () => {
  expect([...guideFiles].sort()).toEqual(catalogue.map(({ id }) => id).sort());
});

test('a guide is read from Markdown', () => {
  const lines = [
    ...['---', 'redirectUri: http://localhost:3000/callback', '---', ''],
    ...['## install', '', '{{text.installSdk}}', '', '{{redirects}}', '', '{{tab.roles}}', ''],
    ...['| Setting | Value |', '| --- | --- |', '| Client ID | `{{appId}}` |', ''],
    ...['```js server.js', 'const a = 1;', '', 'run(a);', '```', ''],
    ...['````sh', '```', '````'],
  ];
  expect(parseGuide(lines.join('\n'))).toEqual({
    redirectUri: 'http://localhost:3000/callback',
    steps: [
      {
        title: 'install',
        text: ['installSdk'],
        hasRedirects: true,
        tab: 'roles',
        settings: [{ label: 'Client ID', value: '{{appId}}' }],
        samples: [
          { language: 'js', file: 'server.js', code: 'const a = 1;\n\nrun(a);' },
          { language: 'sh', code: '```' },
        ],
      },
    ],
  });
});

test.each(['text before the first step', '## install\n\nplain prose', '## install\n\n{{unknown}}'])(
  'a line that means nothing is refused: %s',
  (markdown) => {
    expect(() => parseGuide(markdown)).toThrow('A guide has a line that means nothing');
  },
);

describe.each(catalogue.map((entry) => [entry.id, entry] as const))('%s', (id, entry) => {
  test('every placeholder is known and has a value, so samples are completely filled', async () => {
    const guide = await loadGuide(id);
    const values = valuesFor(entry, guide);
    for (const template of used(guide)) {
      for (const name of namesIn(template)) {
        expect(placeholders).toContain(name);
        expect(values[name as Placeholder], name).not.toBe('');
      }
      expect(fill(template, values)).not.toMatch(/\{\{.*?\}\}/);
    }
    expect(used(guide).length).toBeGreaterThan(0);
  });

  test('has a title, texts and tabs that exist, and samples in languages that have a name', async () => {
    const [{ steps }, { titles, texts }] = await Promise.all([loadGuide(id), loadTexts('en')]);
    for (const { title, text, tab, samples = [] } of steps) {
      expect(Object.keys(titles)).toContain(title);
      expect(Object.keys(texts)).toEqual(expect.arrayContaining([...text]));
      expect([undefined, 'roles', 'permissions']).toContain(tab);
      expect(Object.keys(languageNames)).toEqual(expect.arrayContaining(samples.map(({ language }) => language)));
    }
    expect(steps.length).toBeGreaterThan(0);
  });

  test('names this application and its tenant', async () => {
    const guide = await loadGuide(id);
    const filled = used(guide)
      .map((template) => fill(template, valuesFor(entry, guide)))
      .join('\n');
    expect(filled).toContain('https://auth.example.com');
    expect(filled).toContain(entry.target === 'API' ? 'https://api.example.com' : 'app1');
  });

  test('a guide for an API checks who issued a token, for whom, and its scope', async () => {
    const text = used(await loadGuide(id)).join('\n');
    const isForApis = entry.target === 'API';
    expect(['issuer', 'indicator', 'scope'].every((name) => text.includes(`{{${name}}}`))).toBe(isForApis);
    expect(!isForApis || /\{\{jwksUri\}\}|Authority = Issuer/.test(text)).toBe(true);
  });

  test('asks for redirect URIs exactly if it has some, and the application accepts them', async () => {
    const { redirectUri, postSignOutUri, steps } = await loadGuide(id);
    expect(steps.some(({ hasRedirects }) => hasRedirects)).toBe(redirectUri !== undefined);
    for (const uri of [redirectUri, postSignOutUri]) {
      expect(uri === undefined || (entry.target !== 'API' && isUsable(uri, entry.target)), uri).toBe(true);
    }
    expect(new Set(steps.map(({ title }) => title)).size, 'titles differ').toBe(steps.length);
  });

  test('shows every character of its samples, with the secret hidden', async () => {
    const guide = await loadGuide(id);
    const shown = masked(valuesFor(entry, guide));
    for (const { samples = [] } of guide.steps) {
      for (const { code, language } of samples) {
        const text = fill(code, shown);
        const tokens = highlight(text, language);
        expect(tokens.map((token) => token.text).join('')).toBe(text);
        expect(text).not.toContain('a-secret-of-this');
        expect(code.trim()).toBe(code);
      }
    }
  });
});

test('distinguishes code from strings and comments that look like it', () => {
  const kinds = (code: string, language: 'js' | 'sh' | 'html' | 'url') =>
    highlight(code, language)
      .filter(({ kind }) => kind)
      .map(({ kind, text }) => `${kind} ${text}`);
  expect(kinds("const url = 'https://a.example'; // note", 'js')).toEqual([
    'keyword const',
    "string 'https://a.example'",
    'comment // note',
  ]);
  expect(kinds('curl http://a.example/#top # why', 'sh')).toEqual(['keyword curl', 'comment # why']);
  expect(kinds('http://a.example/saml/metadata', 'url')).toEqual([]);
  expect(kinds('<p id="a">if</p>', 'html')).toEqual([
    'tag <p',
    'string "a"',
    'tag >',
    'keyword if',
    'tag </p',
    'tag >',
  ]);
});

test('samples use the newest valid secret, then the legacy one, then none', () => {
  const now = 1000;
  const old = { value: 'old', createdAt: 1, expiresAt: null };
  const expired = { value: 'expired', createdAt: 3, expiresAt: 999 };
  const fresh = { value: 'fresh', createdAt: 2, expiresAt: 1001 };
  expect(pickSecret({}, [old, expired, fresh], now)).toBe('fresh');
  expect(pickSecret({ secret: 'legacy' }, [expired], now)).toBe('legacy');
  expect(pickSecret({}, [expired], now)).toBeUndefined();
});
