import { builtInMail } from '@postern/connectors/kit/built-in-messages';
import { emailTemplatesApi } from '@postern/contracts/messages/email-templates';
import { route, type Scope } from '#platform/http/route';
import { brandOf } from './brand.ts';

/** Here and not beside the templates, because the built-in messages belong to the kit of the connectors. */
export function builtInTemplateRoutes(scope: Scope): void {
  route(scope, emailTemplatesApi.builtIn, {
    respond: async ({
      app,
      tenantId,
      query: { languageTag: locale, templateType: type, contentType = 'text/html' },
    }) => {
      // Invitations have a link. Other messages always have a code, and a link only with some settings.
      const payload = { locale, ...(type === 'OrganizationInvitation' ? { link: '{{link}}' } : { code: '{{code}}' }) };
      // A host is written as it is: the name is a variable, which is made safe when it is filled.
      const brand = { ...(await brandOf(app, tenantId, {})), name: '{{application.name}}', isOwnHost: true };
      const { subject, html, text } = await builtInMail({ to: '', type, payload, brand });
      return { subject, content: contentType === 'text/html' ? html : text, contentType };
    },
  });
}
