import { InteractionEvent } from '@postern/contracts/sign-in';
import { route, type Scope } from '#platform/route';
import { flow, type Step } from './flow.ts';
import { loadSignIn, type SignIn } from './interaction.ts';
import { requireOwnOrigin } from './own-origin.ts';
import { keepTrail } from './trail.ts';

type Request = { body: Record<string, unknown> | undefined; params: Record<string, unknown> | undefined };

/** Every step is told to the audit trail, whichever way it ends. */
async function runStep(signIn: SignIn, { action, run }: Step, { body, params }: Request) {
  const tell = (error?: unknown) => {
    if (action === undefined) {
      return;
    }
    const isStart = action === 'Create' || action === 'Update';
    keepTrail(signIn, {
      action: typeof action === 'function' ? action(body) : action,
      event: isStart ? InteractionEvent.safeParse(body?.interactionEvent).data : undefined,
      request: { ...body, ...params },
      error,
    });
  };
  try {
    const result = await run(signIn, { body, params });
    tell();
    return result;
  } catch (error) {
    tell(error);
    throw error;
  }
}

export function signInRoutes(scope: Scope): void {
  for (const step of flow) {
    route(scope, step.contract, {
      respond: async ({ app, tenantId, request, reply, body, params, languages, status }) => {
        requireOwnOrigin(app, tenantId, request);
        const signIn = await loadSignIn(app, tenantId, request, reply, languages);
        const result = await runStep(signIn, step, { body, params });
        if (result.status) {
          status(result.status);
        }
        return result.body;
      },
    });
  }
}
