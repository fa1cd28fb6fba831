import { type Client, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { sourceOf, throttled } from '#features/operations/throttle';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { escapeHtml } from '#platform/http/pages';
import { alertIcon, checkMark, createFrame, crossMark, type View } from './frame.ts';
import type phrases from './phrases.en.json';

type Words = (typeof phrases)['device'];

const failures: Record<string, keyof Words> = {
  NotFoundError: 'wrong',
  ExpiredError: 'expired',
  AlreadyUsedError: 'used',
  NoCodeError: 'missing',
};

/** Too many guesses; see `throttleUserCodes`. */
const tooManyAttempts = 'too_many_attempts';

function failureOf(error: (Error & { error?: string }) | undefined): keyof Words | undefined {
  if (!error) {
    return undefined;
  }
  return error.error === tooManyAttempts ? 'blocked' : (failures[error.name] ?? 'failed');
}

const form = (ctx: KoaContextWithOIDC, className: string, content: string) => {
  const { secret = '' } = (ctx.oidc.session?.state ?? {}) as { secret?: string };
  const action = escapeHtml(ctx.oidc.urlFor('code_verification'));
  const proof = `<input type="hidden" name="xsrf" value="${escapeHtml(secret)}">`;
  return `<form class="${className}" method="post" action="${action}" novalidate>${proof}${content}</form>`;
};

/** A tenant may have worded some of them. */
const asHtml = (words: Words): Words =>
  // The same keys.
  Object.fromEntries(Object.entries(words).map(([key, text]) => [key, escapeHtml(text)])) as Words;

function askForCode(ctx: KoaContextWithOIDC, words: Words, typed: string, problem: string | undefined): View {
  const note = problem ? `<span class="wrong">${alertIcon}<span>${escapeHtml(problem)}</span></span>` : '';
  const { ask, label, next } = asHtml(words);
  const field = `<div class="field code-field"><label for="user_code">${label}</label>
<input class="input" id="user_code" name="user_code" value="${escapeHtml(typed)}" placeholder="XXXX-XXXX" maxlength="16" required autofocus
autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" aria-invalid="${problem !== undefined}" aria-describedby="problem">
<p class="note" id="problem" role="alert">${note}</p></div>`;
  return {
    title: words.title,
    problem,
    sub: ask,
    content: form(ctx, 'form', `${field}<button class="button primary" type="submit">${next}</button>`),
  };
}

function confirmCode(ctx: KoaContextWithOIDC, words: Words, name: string, userCode: string): View {
  const code = escapeHtml(userCode);
  // Separated by spaces, so that screen readers spell the code.
  const spoken = escapeHtml([...userCode].join(' '));
  const { warn, signedIn, confirm, deny, allow } = asHtml(words);
  const warning = ctx.oidc.session?.accountId ? `${warn} ${signedIn}` : warn;
  return {
    title: words.confirmTitle,
    sub: confirm.replace('{{name}}', () => `<b><bdi>${escapeHtml(name)}</bdi></b>`),
    content: `<p class="code"><span aria-hidden="true">${code}</span><span class="visually-hidden">${spoken}</span></p>
<p class="sub">${warning}</p>${form(
      ctx,
      'two',
      `<input type="hidden" name="user_code" value="${code}">
<button class="button" type="submit" name="abort" value="yes">${deny}</button>
<button class="button primary" type="submit" name="confirm" value="yes">${allow}</button>`,
    )}`,
  };
}

/** The three pages on which a user approves a device (RFC 8628 §3.3). */
export function devicePages(app: App, tenantId: string) {
  const frame = createFrame(app, tenantId);
  return {
    userCodeInputSource: (ctx: KoaContextWithOIDC, _form: string, _out?: unknown, error?: Error) =>
      frame(ctx, 'device', (words) => {
        if (error?.name === 'AbortedError') {
          const address = escapeHtml(ctx.oidc.urlFor('code_verification'));
          return {
            title: words.abortedTitle,
            mark: crossMark,
            sub: escapeHtml(words.aborted),
            content: `<a class="button single" href="${address}">${escapeHtml(words.another)}</a>`,
          };
        }
        const failure = failureOf(error);
        const typed = (error as { userCode?: string } | undefined)?.userCode ?? ctx.state.userCode ?? '';
        return askForCode(ctx, words, String(typed), failure && words[failure]);
      }),
    userCodeConfirmSource: (
      ctx: KoaContextWithOIDC,
      _form: string,
      client: Client,
      _deviceInfo: unknown,
      userCode: string,
    ) => frame(ctx, 'device', (words, name) => confirmCode(ctx, words, name ?? client.clientId, userCode)),
    successSource: sayDone(frame),
  };
}

const sayDone = (frame: ReturnType<typeof createFrame>) => (ctx: KoaContextWithOIDC) =>
  frame(ctx, 'device', (words) => ({ title: words.doneTitle, mark: checkMark, sub: escapeHtml(words.done) }));

/** The last page has an address of its own, to which programs may lead. It says the same to everybody. */
export function serveDonePage(app: App, tenantId: string) {
  const send = sayDone(createFrame(app, tenantId));
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await (ctx.method === 'GET' && ctx.path === '/device/success' ? send(ctx) : next());
  };
}

/** Guesses per IP address and hour. There are 20^8 codes, each valid for ten minutes. */
const policy = { maxAttempts: 20, lockoutDuration: 15 };

/** A user code can be guessed, so it uses the common throttle. */
export function throttleUserCodes(app: App, tenantId: string, provider: Provider): void {
  const { DeviceCode } = provider;
  const find = DeviceCode.findByUserCode;
  DeviceCode.findByUserCode = async (userCode, options) => {
    const target = `device ${sourceOf((Provider.ctx as KoaContextWithOIDC | undefined)?.ip ?? '')}`;
    try {
      return await throttled(app, tenantId, { target, action: 'VerificationCode', policy }, () =>
        find.call(DeviceCode, userCode, options),
      );
    } catch (error) {
      if (error instanceof AppError && error.code === 'session.verification_blocked_too_many_attempts') {
        throw new errors.CustomOIDCProviderError(tooManyAttempts, error.message);
      }
      throw error;
    }
  };
}

/** Devices show the short address, which leads to the page. */
export async function shortenAddresses(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const { body } = ctx;
  if (ctx.path !== '/device/auth' || typeof body !== 'object' || body === null || !('verification_uri' in body)) {
    return;
  }
  const short = (address: unknown) => String(address).replace('/oidc/device', '/device');
  const { verification_uri: page, verification_uri_complete: filled } = body as Record<string, unknown>;
  Object.assign(body, { verification_uri: short(page), verification_uri_complete: short(filled) });
}

/** A code in the link only fills the field: the user still checks it and continues manually (RFC 8628 §5.4). */
export async function prefillUserCode(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (ctx.method === 'GET' && ctx.path === '/device' && ctx.query.user_code !== undefined) {
    ctx.state.userCode = [ctx.query.user_code].flat()[0]?.slice(0, 16);
    ctx.query = {};
  }
  await next();
}
