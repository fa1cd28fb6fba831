import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import type { App } from '#platform/app';

/** Requests a new account (Initiating User Registration via OpenID Connect 1.0). */
export const createPromptName = 'create';

/** Values of `prompt` that every tenant supports. */
const usualPrompts = ['none', 'login', 'consent'] as const;

const mayRegister = async (app: App, tenantId: string) =>
  (await getSignInExperience(app, tenantId)).signInMode !== 'SignIn';

export const supportedPrompts = async (app: App, tenantId: string): Promise<string[]> => [
  ...usualPrompts,
  ...((await mayRegister(app, tenantId)) ? [createPromptName] : []),
];

/** If registration is off, the prompt is rejected as unsupported (§4.1 of the specification). */
export function createPrompt(app: App, tenantId: string): interactionPolicy.Prompt {
  const prompt = new interactionPolicy.Prompt({ name: createPromptName, requestable: true });
  // Replaces the engine's own check, which only passes if the result has an entry for this prompt.
  prompt.checks.clear();
  prompt.checks.add(
    new interactionPolicy.Check(
      'create_prompt',
      'The person must register.',
      'interaction_required',
      async ({ oidc }: KoaContextWithOIDC) => {
        if (!oidc.prompts.has(createPromptName) || oidc.result?.login) {
          return false;
        }
        if (!(await mayRegister(app, tenantId))) {
          throw new errors.InvalidRequest('prompt "create" is not supported because registration is off');
        }
        return true;
      },
    ),
  );
  return prompt;
}
