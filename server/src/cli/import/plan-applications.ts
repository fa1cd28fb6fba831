import { CreateApplication, namedSecretTypes } from '@postern/contracts/access/applications';
import { CreateSamlApplication } from '@postern/contracts/access/saml-applications';
import { fillSentence } from '@postern/contracts/field-issues';
import { isWebUrl, Origin, RegisteredUri } from '@postern/contracts/fields';
import { accountCenterAppId, demoAppId } from '@postern/contracts/wire';
import { checkSettings } from '#features/access/saml-applications';
import { type Egress, refusalOf } from '#platform/egress/egress';
import { sharedSuffixOf } from '#platform/http/redirect-uris';
import { reasonOf } from './misfits.ts';
import { idFor, type SourceApplication } from './model.ts';
import { type Context, check, type Plan } from './planned.ts';
import { item, texts } from './read-fields.ts';

const reserved = new Set<string>([demoAppId, accountCenterAppId]);

/** Addresses that are not valid here are left out; the application itself is still useful. */
function usableAddresses(plan: Plan, name: string, body: Record<string, unknown>): Record<string, unknown> {
  const keep = (label: string, given: unknown, isUsable: (uri: string) => boolean) =>
    [...new Set(texts(given))].filter((uri) => {
      const isKept = isUsable(uri);
      if (!isKept) {
        plan.misfits.add('application', name, `The ${label} ${uri} is not valid here and is left out.`);
      }
      return isKept;
    });
  const isReturn = (uri: string) => RegisteredUri.safeParse(uri).success && sharedSuffixOf(uri) === undefined;
  const isRedirect = (uri: string) => isReturn(uri) && (body.type === 'Native' || isWebUrl(uri));
  const [oidc, custom] = [item(body.oidcClientMetadata), item(body.customClientMetadata)];
  return {
    ...body,
    oidcClientMetadata: {
      ...oidc,
      redirectUris: keep('redirect URI', oidc.redirectUris, isRedirect),
      postLogoutRedirectUris: keep('post sign-out redirect URI', oidc.postLogoutRedirectUris, isReturn),
    },
    ...(body.customClientMetadata
      ? {
          customClientMetadata: {
            ...custom,
            ...(custom.corsAllowedOrigins
              ? {
                  corsAllowedOrigins: keep(
                    'origin',
                    custom.corsAllowedOrigins,
                    (origin) => Origin.safeParse(origin).success,
                  ),
                }
              : {}),
          },
        }
      : {}),
  };
}

/** The server calls this address, so it must not be in the operator's network. */
async function withoutPrivateLogout(plan: Plan, body: CreateApplication, egress: Egress): Promise<CreateApplication> {
  const { backchannelLogoutUri: url, ...metadata } = body.oidcClientMetadata ?? {
    redirectUris: [],
    postLogoutRedirectUris: [],
  };
  const refusal = url ? await refusalOf(() => egress.check(url)) : undefined;
  if (!refusal) {
    return body;
  }
  const reason = fillSentence(refusal.sentence, refusal.values);
  plan.misfits.add('application', body.name, `The back-channel logout URI ${url} is left out: ${reason}`);
  return { ...body, oidcClientMetadata: metadata };
}

/** SAML applications are listed by name, because their service providers need the metadata of this server. */
function planSaml({ model, target, plan }: Context, { sourceId, saml }: SourceApplication): void {
  const id = idFor(model.source, sourceId);
  if (target.applicationIds.has(id)) {
    plan.counts.applications.existing += 1;
    return;
  }
  const body = check(plan, 'application', sourceId, CreateSamlApplication, saml);
  if (!body) {
    return;
  }
  try {
    checkSettings(body);
  } catch (error) {
    plan.misfits.add('application', sourceId, reasonOf(error));
    return;
  }
  plan.samlApplications.push({ id, body });
  plan.misfits.add(
    'application',
    sourceId,
    `Give it the metadata of this server, at /api/saml-applications/${id}/metadata.`,
  );
  target.applicationIds.add(id);
}

export async function planApplications({ model, target, plan, tenantId }: Context, egress: Egress): Promise<void> {
  for (const application of model.applications) {
    const { sourceId, body: given, secrets, roles } = application;
    if (application.saml) {
      planSaml({ model, target, plan, tenantId }, application);
      continue;
    }
    const name = String(given.name ?? sourceId);
    if (given.type === 'SAML' || given.type === 'Protected') {
      plan.misfits.add('application', name, `Create applications of the type ${given.type} in the console.`);
      continue;
    }
    const id = idFor(model.source, sourceId);
    if (target.applicationIds.has(id)) {
      plan.counts.applications.existing += 1;
      continue;
    }
    if (reserved.has(id)) {
      plan.misfits.add('application', name, `The ID ${id} belongs to a built-in application.`);
      continue;
    }
    const body = check(plan, 'application', name, CreateApplication, usableAddresses(plan, name, given));
    if (!body) {
      continue;
    }
    if (id !== sourceId) {
      plan.misfits.add('application', name, `Its client ID does not fit. Change ${sourceId} to ${id} in its settings.`);
    }
    const needsSecret = namedSecretTypes.includes(body.type);
    if (needsSecret && secrets.length === 0) {
      plan.misfits.add('application', name, 'The source does not show its secret, so it gets a new one.');
    }
    plan.applications.push({
      id,
      body: await withoutPrivateLogout(plan, body, egress),
      secrets: needsSecret ? secrets : [],
      roles,
    });
    target.applicationIds.add(id);
  }
  plan.counts.applications.created = plan.applications.length + plan.samlApplications.length;
}
