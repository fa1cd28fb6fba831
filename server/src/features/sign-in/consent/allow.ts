import type { AuthorizationDetail, Grant } from 'oidc-provider';
import { providerOf } from '#features/access/oidc';
import type { findInteraction } from '#features/sign-in/interaction';
import type { App } from '#platform/app';

export type ConsentInteraction = {
  interaction: NonNullable<Awaited<ReturnType<typeof findInteraction>>>;
  accountId: string;
  clientId: string;
};

/** What the engine found missing in the grant. */
export type Missing = {
  missingOIDCScope?: string[];
  missingResourceScopes?: Record<string, string[]>;
  /** All authorization details of the request: they are never granted without a question. */
  rar?: AuthorizationDetail[];
};

async function grantOf(app: App, tenantId: string, { interaction, accountId, clientId }: ConsentInteraction) {
  const { Grant } = await providerOf(app, tenantId);
  const known = interaction.grantId ? await Grant.find(interaction.grantId) : undefined;
  // The session may contain a grant of another user who was signed in before; it must not be extended.
  return known?.accountId === accountId && known.clientId === clientId ? known : new Grant({ accountId, clientId });
}

/** Adds exactly the requested scopes to the grant. */
export async function consentedGrant(app: App, tenantId: string, consent: ConsentInteraction): Promise<string> {
  const grant: Grant = await grantOf(app, tenantId, consent);
  const { missingOIDCScope, missingResourceScopes } = consent.interaction.prompt.details as Missing;
  if (missingOIDCScope) {
    grant.addOIDCScope(missingOIDCScope.join(' '));
  }
  for (const [indicator, scopes] of Object.entries(missingResourceScopes ?? {})) {
    grant.addResourceScope(indicator, scopes.join(' '));
  }
  return grant.save();
}

/** Ends the interaction; returns where the browser goes next. */
export async function finish({ interaction }: ConsentInteraction, result: Record<string, unknown>): Promise<string> {
  interaction.result = { ...interaction.lastSubmission, ...result };
  await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)));
  return interaction.returnTo;
}
