import type { EmailTemplateDetails, TemplateType } from '@postern/contracts/messages/email-templates';
import type { App } from '#platform/app';
import { listCandidates } from './store.ts';

/** `de-AT` matches `de-AT`, then `de`. Invalid tags match nothing. */
function tagsOf(languageTag: string | undefined): string[] {
  if (!languageTag || !/^[\dA-Za-z]{1,8}(?:-[\dA-Za-z]{1,8}){0,4}$/.test(languageTag)) {
    return [];
  }
  const tag = languageTag.toLowerCase();
  return [...new Set([tag, tag.split('-')[0] ?? tag])];
}

/**
 * The tenant's template for a purpose: in the requested language, otherwise in the tenant's fallback language, otherwise
 * the one for any purpose in that language.
 */
export async function chooseEmailTemplate(
  app: App,
  tenantId: string,
  type: TemplateType,
  languageTag?: string,
): Promise<EmailTemplateDetails | undefined> {
  const tags = tagsOf(languageTag);
  const candidates = await app.tenancy.read(tenantId, (db) => listCandidates(db, type, tags));
  const own = candidates.filter(({ isGeneric }) => !isGeneric);
  const found = tags.flatMap((tag) => own.filter((one) => one.languageTag.toLowerCase() === tag));
  // What is left is in the fallback language.
  return (found[0] ?? own[0] ?? candidates[0])?.details;
}
