import { brandPalette, darkBrandOf } from '@postern/contracts/brand';
import { escapeHtml } from './fill-template.ts';
import type { MessageBrand } from './interface.ts';

/** The parts of a built-in email: all of them are plain text and escaped here. */
export type MailParts = {
  /** BCP 47 tag of the texts. */
  language: string;
  subject: string;
  title: string;
  lead: string;
  code?: string | undefined;
  action?: { before?: string | undefined; label: string; link: string; copy: string } | undefined;
  after?: string | undefined;
  note?: string | undefined;
};

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif";
const codeFont = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

const ground = { page: '#F3F3F6', card: '#FFFFFF', line: '#E4E4EA', text: '#1D1B22', quiet: '#5F5C69' };
const darkGround = { page: '#0D0C11', card: '#191820', line: '#34323D', text: '#F3F2F7', quiet: '#B1AEBB' };

const defaultColor = '#6139F6';
const hexColor = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

/** The button in both themes: its text is always readable, and a pale button has a border. */
function palettesOf({ color }: MessageBrand) {
  const pick = (given: string | undefined, fallback: string) => (given && hexColor.test(given) ? given : fallback);
  const primary = pick(color?.primaryColor, defaultColor);
  return {
    light: brandPalette(primary, 'light'),
    // A tenant without a dark theme has no dark logo either.
    dark:
      color?.isDarkModeEnabled === false
        ? undefined
        : brandPalette(pick(color?.darkPrimaryColor, darkBrandOf(primary)), 'dark'),
  };
}

/** Mail programs can only show absolute addresses. */
function pictureOf(address: string | undefined): string | undefined {
  const url = address && URL.canParse(address) ? new URL(address) : undefined;
  return url && ['https:', 'http:'].includes(url.protocol) ? url.href : undefined;
}

function styles({ dark }: ReturnType<typeof palettesOf>): string {
  const small =
    '@media (max-width:520px){.frame{padding:0 0 24px!important}.card{border-radius:0!important;padding:28px 20px!important}}';
  if (!dark) {
    return small;
  }
  const { page, card, line, text, quiet } = darkGround;
  return `${small}@media (prefers-color-scheme:dark){
.page{background:${page}!important}
.card{background:${card}!important}
.text{color:${text}!important}
.quiet{color:${quiet}!important}
.line{border-color:${line}!important}
.code{background:${page}!important;border-color:${line}!important;color:${text}!important}
.link{color:${dark['brand-text']}!important}
.button{background:${dark.brand}!important;border-color:${dark['brand-edge']}!important;color:${dark['on-brand']}!important}
.on-light{display:none!important}
.on-dark{display:inline-block!important;max-height:none!important}}`;
}

function headOf(brand: MessageBrand, hasDark: boolean): string {
  const name = escapeHtml(brand.name);
  const logo = pictureOf(brand.logoUrl);
  if (!logo) {
    return `<p class="text" style="margin:0 0 24px;font-size:18px;line-height:24px;font-weight:600;color:${ground.text}">${name}</p>`;
  }
  const picture = (address: string, className: string, display: string) =>
    `<img class="text ${className}" src="${escapeHtml(address)}" alt="${name}" height="40" style="display:${display};height:40px;width:auto;max-width:100%;object-fit:contain;border:0;font-size:18px;line-height:40px;font-weight:600;color:${ground.text}">`;
  const dark = hasDark ? pictureOf(brand.darkLogoUrl) : undefined;
  return `<p style="margin:0 0 24px;line-height:0">${
    dark
      ? picture(logo, 'on-light', 'inline-block') + picture(dark, 'on-dark', 'none;max-height:0;mso-hide:all')
      : picture(logo, 'logo', 'inline-block')
  }</p>`;
}

const paragraph = (text: string, { size = 16, color = ground.text, className = 'text', space = 24 } = {}) =>
  `<p class="${className}" style="margin:0 0 ${space}px;font-size:${size}px;line-height:${Math.round(size * 1.5)}px;color:${color}">${escapeHtml(text)}</p>`;

const codeBox = (code: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr><td class="code" dir="ltr" align="center" bgcolor="${ground.page}" style="padding:16px 8px 16px 14px;border:1px solid ${ground.line};border-radius:10px;background:${ground.page};text-align:center;font-family:${codeFont};font-size:34px;line-height:40px;font-weight:700;letter-spacing:6px;color:${ground.text}">${escapeHtml(code)}</td></tr></table>`;

/** A table cell and a padded link, which all mail programs render as a button. */
function button(
  { before, label, link, copy }: NonNullable<MailParts['action']>,
  { light }: ReturnType<typeof palettesOf>,
) {
  const address = escapeHtml(link);
  return `${before ? paragraph(before, { space: 16 }) : ''}<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr><td class="button" bgcolor="${light.brand}" style="border-radius:8px;background:${light.brand}"><a class="button" href="${address}" target="_blank" style="display:inline-block;padding:12px 24px;border:1px solid ${light['brand-edge']};border-radius:8px;background:${light.brand};font-size:16px;line-height:24px;font-weight:600;text-decoration:none;color:${light['on-brand']}">${escapeHtml(label)}</a></td></tr></table>
${paragraph(copy, { size: 13, color: ground.quiet, className: 'quiet', space: 4 })}
<p style="margin:0 0 24px;font-size:13px;line-height:20px;word-break:break-all"><a class="link" dir="ltr" href="${address}" target="_blank" style="color:${light['brand-text']}">${address}</a></p>`;
}

function printHtml(parts: MailParts, brand: MessageBrand): string {
  const { language, subject, title, lead, code, action, after, note } = parts;
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const palettes = palettesOf(brand);
  const scheme = palettes.dark ? 'light dark' : 'light';
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="${scheme}">
<meta name="supported-color-schemes" content="${scheme}">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:${scheme};supported-color-schemes:${scheme}}${styles(palettes)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${ground.page}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${ground.page}" style="background:${ground.page}"><tr><td class="page frame" align="center" style="padding:32px 16px">
<table role="presentation" width="480" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:480px"><tr><td class="card" lang="${escapeHtml(language)}" dir="${direction}" bgcolor="${ground.card}" style="padding:32px;border-radius:14px;background:${ground.card};font-family:${font};text-align:${direction === 'rtl' ? 'right' : 'left'};word-break:break-word">
${headOf(brand, palettes.dark !== undefined)}
<h1 class="text" style="margin:0 0 12px;font-size:22px;line-height:30px;font-weight:600;color:${ground.text}">${escapeHtml(title)}</h1>
${paragraph(lead)}
${code ? codeBox(code) : ''}
${action ? button(action, palettes) : ''}
${after ? paragraph(after, { size: 14 }) : ''}
${note ? `<p class="quiet line" style="margin:0;padding:20px 0 0;border-top:1px solid ${ground.line};font-size:13px;line-height:20px;color:${ground.quiet}">${escapeHtml(note)}</p>` : ''}
</td></tr></table>
${brand.footer ? `<p class="quiet" style="margin:16px 0 0;font-family:${font};font-size:12px;line-height:18px;text-align:center;color:${ground.quiet}">${escapeHtml(brand.footer)}</p>` : ''}
</td></tr></table>
</body>
</html>`;
}

/** The same without markup. */
function printText({ title, lead, code, action, after, note }: MailParts, { footer }: MessageBrand): string {
  const link = action && [action.before, `${action.label}:\n${action.link}`];
  const blocks = [title, lead, code, ...(link ?? []), after, note, footer];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

export const layOutMail = (parts: MailParts, brand: MessageBrand): { html: string; text: string } => ({
  html: printHtml(parts, brand),
  text: printText(parts, brand),
});
