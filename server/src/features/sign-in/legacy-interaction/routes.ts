import type { AnyEndpoint, BodyOf, ParamsOf, ResponseOf } from '@postern/contracts/endpoint';
import { legacyInteractionApi } from '@postern/contracts/sign-in/legacy-interaction';
import { type InteractionEvent, signInApi } from '@postern/contracts/sign-in/sign-in';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import {
  isProven,
  loadSignIn,
  reloadSignIn,
  requireMode,
  requireStarted,
  type SignIn,
  takeStep,
} from '#features/sign-in/sign-in';
import { AppError } from '#platform/errors';
import { route, type Scope } from '#platform/route';
import { addToProfile, dropProfile, replaceProfile } from './keep-profile.ts';
import { applyGathered } from './name-person.ts';
import { translateError } from './translate-error.ts';
import {
  addBackupCodes,
  applyChoices,
  askForPasskey,
  bindMfa,
  createPasskey,
  createTotp,
  skipMfa,
  verifyMfa,
} from './use-factors.ts';
import { requireSocial, verifyIdentifier } from './verify-identifier.ts';

/** Keeps sent codes and started provider flows: the restart may contain the response to them. */
async function start(signIn: SignIn, event: InteractionEvent): Promise<void> {
  const pending = signIn.state?.records.filter((record) => !isProven(record)) ?? [];
  await takeStep(signIn, signInApi.start, { body: { interactionEvent: event } });
  const started = requireStarted(await reloadSignIn(signIn));
  requireMode(await getSignInExperience(signIn.app, signIn.tenantId), started.state);
  if (pending.length > 0) {
    await started.save((fresh) => ({ ...fresh, records: [...fresh.records, ...pending] }));
  }
}

async function submit(signIn: SignIn) {
  // A second submit finds the sign-in finished: the step returns the same redirect.
  if (signIn.finishedTo) {
    return takeStep(signIn, signInApi.submit);
  }
  try {
    await applyGathered(signIn);
    await applyChoices(signIn);
  } catch (error) {
    // Of two parallel submits, one may find that the other has finished.
    if (!(await reloadSignIn(signIn)).finishedTo) {
      throw error;
    }
  }
  try {
    return await takeStep(signIn, signInApi.submit);
  } catch (error) {
    throw await addBackupCodes(signIn, error);
  }
}

const noSsoConnector = (connectorId: string) =>
  new AppError('connector.not_found', { status: 404, values: { type: connectorId } });

type Operation<E> = (
  signIn: SignIn,
  call: { body: BodyOf<E>; params: ParamsOf<E> },
  // biome-ignore lint/suspicious/noConfusingVoidType: most operations answer nothing
) => Promise<{ body?: ResponseOf<E>; status?: number } | void>;

/** Maps the operations of older sign-in pages to the steps of the experience API. */
export function legacyInteractionRoutes(scope: Scope): void {
  const operation = <E extends AnyEndpoint>(contract: E, run: Operation<E>) =>
    route(scope, contract as AnyEndpoint, {
      respond: async ({ app, tenantId, request, reply, body, params, languages, status }) => {
        try {
          const result = await run(await loadSignIn(app, tenantId, request, reply, languages), { body, params });
          if (result?.status) {
            status(result.status);
          }
          return result?.body;
        } catch (error) {
          throw translateError(error);
        }
      },
    });
  const api = legacyInteractionApi;

  operation(api.start, async (signIn, { body: { event, identifier, profile } }) => {
    await start(signIn, event);
    if (identifier) {
      await verifyIdentifier(signIn, identifier);
    }
    if (profile) {
      await replaceProfile(await reloadSignIn(signIn), profile);
    }
  });
  operation(api.cancel, (signIn) => signIn.forget());
  operation(api.changeEvent, async (signIn, { body }) => {
    await takeStep(signIn, signInApi.changeEvent, { body: { interactionEvent: body.event } });
  });
  operation(api.addIdentifier, (signIn, { body }) => verifyIdentifier(signIn, body));
  operation(api.replaceProfile, (signIn, { body }) => replaceProfile(signIn, body));
  operation(api.addToProfile, (signIn, { body }) => addToProfile(signIn, body));
  operation(api.dropProfile, dropProfile);
  operation(api.submit, submit);

  operation(api.socialAuthorizationUri, async (signIn, { body: { connectorId, ...body } }) => {
    await requireSocial(requireStarted(signIn), connectorId);
    // The step passes the scope to the connector, although its own contract has none.
    const { body: begun } = await takeStep(signIn, signInApi.socialAuthorizationUri, { params: { connectorId }, body });
    return { body: { redirectTo: begun.authorizationUri } };
  });
  operation(api.sendCode, async (signIn, { body }) => {
    const { event } = requireStarted(signIn).state;
    const identifier =
      'email' in body
        ? ({ type: 'email', value: body.email } as const)
        : ({ type: 'phone', value: body.phone } as const);
    await takeStep(signIn, signInApi.sendCode, { body: { identifier, interactionEvent: event } });
  });

  operation(api.createTotp, createTotp);
  operation(api.createPasskey, createPasskey);
  operation(api.askForPasskey, askForPasskey);
  operation(api.bindMfa, (signIn, { body }) => bindMfa(signIn, body));
  operation(api.verifyMfa, (signIn, { body }) => verifyMfa(signIn, body));
  operation(api.skipMfa, skipMfa);

  operation(api.ssoAuthorizationUrl, async (signIn, { body, params }) => {
    requireStarted(signIn);
    if (!body.redirectUri) {
      throw new AppError('session.insufficient_info');
    }
    throw noSsoConnector(params.connectorId);
  });
  operation(api.ssoAuthentication, async (signIn, { params }) => {
    requireStarted(signIn);
    throw noSsoConnector(params.connectorId);
  });
  operation(api.ssoRegistration, async (signIn) => {
    requireStarted(signIn);
    throw new AppError('session.connector_session_not_found');
  });
  operation(api.ssoConnectors, async () => ({ body: [] }));
}
