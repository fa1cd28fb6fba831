import { themeOf } from '@postern/contracts/brand';
import { directionOf } from '@postern/contracts/choose-language';
import type { FullSignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { adminTenantId } from '@postern/contracts/wire';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { pageWordingOf } from '#features/experience/custom-phrases';
import {
  applicationBrand,
  brandedHead,
  brandFor,
  chosenLanguageOf,
  getFullSignInExperience,
  languageOf,
  organizationBrand,
  publicName,
} from '#features/experience/sign-in-experience';
import type { App } from '#platform/app';
import { createStyleLinks, distFolder, embedStyle, escapeHtml } from '#platform/http/pages';
import { serverLanguages, textsIn } from '#platform/i18n/languages';
import { preferredLanguages } from '#platform/i18n/messages';
import { newNonce } from '#platform/secrets/ids';
import { prefixIn } from '../engine/dispatch.ts';
import phrases from './phrases.en.json' with { type: 'json' };

/** Outlines from Tabler (MIT). */
const outline = (path: string, size: number) =>
  `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;

export const alertIcon = outline('M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 8v4M12 16h.01', 16);
export const checkMark = `<div class="mark">${outline('M5 12l5 5l10-10', 28)}</div>`;
export const crossMark = `<div class="mark">${outline('M18 6L6 18M6 6l12 12', 26)}</div>`;

/** Styles in addition to those of the sign-in pages. In the same layer, so that custom CSS overrides them. */
const frameStyles = `@layer postern{
.code-field .input{font:600 20px/28px var(--ps-mono);letter-spacing:.16em;text-align:center;text-transform:uppercase}
.code-field .input:placeholder-shown{letter-spacing:.16em}
.code-field .input::placeholder{color:var(--ps-text-3);opacity:.6;font-weight:400}
.code{margin-block-start:20px;padding:14px 12px;border:1px solid var(--ps-border);border-radius:8px;background:var(--ps-sunken);
font:600 26px/36px var(--ps-mono);letter-spacing:.1em;text-align:center}
.code+.sub{margin-block-start:16px}
.two{display:grid;grid-template-columns:1fr 1fr;gap:10px;margin-block-start:24px}
.single{margin-block-start:24px}
.mark{display:grid;place-items:center;width:52px;height:52px;margin:0 auto 20px;border-radius:50%;background:var(--brand-soft);color:var(--brand-text)}
.is-leaving .single{visibility:hidden}
@media (max-width:359px){.code{font-size:21px}}
}`;

/** Parts of a page as HTML: the caller escapes user input. `title` is plain text. */
export type View = {
  title: string;
  /** The error, shown before the title in the browser tab. */
  problem?: string | undefined;
  sub?: string;
  mark?: string;
  content?: string;
  /** Optional; the page works without scripts. */
  script?: string;
  /** For a sign-out, which ends at the application, possibly a native one. */
  formsMayLeave?: boolean;
  /** Origins of frames. */
  frames?: string[];
};

const posternMark = (size: number) =>
  `<svg width="${size}" height="${size}" viewBox="0 0 32 32" fill="currentColor" aria-hidden="true"><path fill-rule="evenodd" d="M6 30V12a10 10 0 0 1 20 0v12H12v6ZM12 18h8v-6a4 4 0 0 0-8 0Z"/></svg>`;

const isWebAddress = (address: string) => /^https?:\/\//i.test(address);
const isPicture = (address: string | undefined) =>
  address !== undefined && (isWebAddress(address) || /^data:image\//i.test(address));

function logoOf({ tenantId, branding, color }: FullSignInExperience, name: string | undefined): string {
  const [light, dark] = [branding.logoUrl, color.isDarkModeEnabled ? branding.darkLogoUrl : undefined].map((one) =>
    isPicture(one) ? escapeHtml(one ?? '') : undefined,
  );
  if (light || dark) {
    const source = dark ? `<source srcset="${dark}" media="(prefers-color-scheme: dark)">` : '';
    const image = `<img src="${light ?? dark}" alt="${escapeHtml(name ?? '')}">`;
    return `<div class="logo"><picture>${source}${image}</picture></div>`;
  }
  if (tenantId === adminTenantId) {
    return `<div class="logo logo-word">${posternMark(28)}<b>Postern</b></div>`;
  }
  const [letter] = name?.trim() ?? '';
  return letter
    ? `<div class="logo"><span class="logo-letter" aria-hidden="true">${escapeHtml(letter.toUpperCase())}</span></div>`
    : '';
}

function footerOf(experience: FullSignInExperience, language: string): string {
  const words = textsIn(language, 'access.oidc', phrases).footer;
  const link = (address: string | null, text: string) =>
    address && isWebAddress(address)
      ? `<a href="${escapeHtml(address)}" target="_blank" rel="noopener noreferrer">${text}</a>`
      : '';
  const { supportWebsiteUrl, supportEmail, privacyPolicyUrl, termsOfUseUrl } = experience;
  return `<footer class="footer">${link(supportWebsiteUrl, words.help)}${
    supportEmail ? `<a href="mailto:${escapeHtml(supportEmail)}">${words.contact}</a>` : ''
  }${link(privacyPolicyUrl, words.privacy)}${link(termsOfUseUrl, words.terms)}
<span class="signature logto_signature">${posternMark(14)}${words.signature}</span></footer>`;
}

const policy = (nonce: string, { script, formsMayLeave = false, frames = [] }: View) =>
  [
    "default-src 'none'",
    ...(script ? [`script-src 'nonce-${nonce}'`] : []),
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data: https: http:",
    ...(frames.length > 0 ? [`frame-src ${[...new Set(frames)].join(' ')}`] : []),
    ...(formsMayLeave ? [] : ["form-action 'self'"]),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const linksTo = createStyleLinks(`${distFolder('experience')}/index.html`);

/** What a page needs to know about the tenant, the application and the user's language. */
async function lookOf(app: App, tenantId: string, ctx: KoaContextWithOIDC) {
  // Undefined on a page that belongs to no request of the engine.
  const { client, params } = (ctx.oidc as KoaContextWithOIDC['oidc'] | undefined) ?? {};
  const [tenants, brand, organization, wording] = await Promise.all([
    getFullSignInExperience(app, tenantId),
    applicationBrand(app, tenantId, client?.clientId),
    organizationBrand(app, tenantId, params?.organization_id),
    pageWordingOf(app, tenantId),
  ]);
  const experience = brandFor(tenants, brand, organization);
  const wishes = {
    uiLocales: params?.ui_locales,
    chosen: chosenLanguageOf(ctx.get('cookie'), tenantId),
    preferred: preferredLanguages(undefined, ctx.get('accept-language')),
  };
  const language = languageOf(experience, wishes, serverLanguages);
  return { experience, language, own: wording[language], name: brand ? publicName(brand) : client?.clientName };
}

/**
 * Renders the engine's own pages with the design of the sign-in pages, as plain HTML without scripts. `draw` gets the
 * texts in the user's language, as the tenant words them, and the name of the application, if known. They are plain text.
 */
export function createFrame(app: App, tenantId: string) {
  return async function send<Section extends keyof typeof phrases>(
    ctx: KoaContextWithOIDC,
    section: Section,
    draw: (words: (typeof phrases)[Section], name: string | undefined) => View,
  ): Promise<void> {
    const { experience, language, own, name } = await lookOf(app, tenantId, ctx);
    const built = textsIn(language, 'access.oidc', phrases)[section];
    // Wording of the tenant has the shape of these texts.
    const words = { ...built, ...(own?.[section] as Partial<typeof built> | undefined) };
    const view = draw(words, name);
    const nonce = newNonce();
    const title = [view.problem, view.title].filter(Boolean).join(' · ');
    ctx.set({ 'content-security-policy': policy(nonce, view), 'cache-control': 'no-store' });
    ctx.type = 'html';
    ctx.body = `<!doctype html><html lang="${language}" dir="${directionOf(language)}" data-theme="${themeOf(experience.color)}"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${await linksTo(nonce, prefixIn(ctx))}${embedStyle(nonce, frameStyles)}${brandedHead(experience, title, nonce)}</head><body>
<div class="page logto_page-container"><main class="main logto_main-content"><section class="card">
<header class="logto_branding-header">${view.mark ?? logoOf(experience, name)}<h1>${escapeHtml(view.title)}</h1>${
      view.sub ? `<p class="sub">${view.sub}</p>` : ''
    }</header>
${view.content ?? ''}<div class="logto_custom-content"></div></section></main>${footerOf(experience, language)}</div>
${view.script ? `<script nonce="${nonce}">${view.script}</script>` : ''}</body></html>`;
  };
}
