import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf, ResponseOf } from '@postern/contracts/endpoint';
import { legacyInteractionApi } from '@postern/contracts/sign-in/legacy-interaction';
import { type InteractionEvent, signInApi } from '@postern/contracts/sign-in/sign-in';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { connectorsForEmail, getUsableConnector } from '#features/people/sso-connectors';
import { isProven, loadSignIn, requireStarted, type SignIn, type Started } from '#features/sign-in/interaction';
import { reloadSignIn, requireMode, takeStep } from '#features/sign-in/sign-in';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { addToProfile, dropProfile, replaceProfile } from './keep-profile.ts';
import { applyGathered } from './name-person.ts';
import { type Differences, translateError } from './translate-error.ts';
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
  await started.save((fresh) => ({ ...fresh, isLegacy: true, records: [...fresh.records, ...pending] }));
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

/** The sign-in with an enterprise provider that was started before. */
function ssoRecordOf({ state }: Started, connectorId: string): { verificationId: string } {
  const record = state.records.find((one) => one.type === 'EnterpriseSso' && one.connectorId === connectorId);
  if (!record) {
    throw new AppError('session.connector_session_not_found');
  }
  return { verificationId: record.id };
}

/** The sign-in mode is checked first, also if no sign-in was started. */
async function changeEvent(signIn: SignIn, event: InteractionEvent): Promise<void> {
  const { app, tenantId, state = { event, records: [] } } = signIn;
  requireMode(await getSignInExperience(app, tenantId), state, event);
  await takeStep(signIn, signInApi.changeEvent, { body: { interactionEvent: event } });
}

/** A redirect to an enterprise provider may be the first call of a sign-in. */
async function leaveForSso(signIn: SignIn, connectorId: string, body: { state: string; redirectUri: string }) {
  if (!body.redirectUri) {
    throw new AppError('session.insufficient_info');
  }
  await getUsableConnector(signIn.app, signIn.tenantId, connectorId);
  if (!signIn.state) {
    await start(signIn, 'SignIn');
  }
  const { body: begun } = await takeStep(signIn, signInApi.ssoAuthorizationUri, { params: { connectorId }, body });
  return { body: { redirectTo: begun.authorizationUri } };
}

type Operation<E> = (
  signIn: SignIn,
  call: { body: BodyOf<E>; params: ParamsOf<E>; query: QueryOf<E> },
  // biome-ignore lint/suspicious/noConfusingVoidType: most operations answer nothing
) => Promise<{ body?: ResponseOf<E>; status?: number } | void>;

/** Maps the operations of older sign-in pages to the steps of the experience API. */
export function legacyInteractionRoutes(scope: Scope): void {
  const operation = <E extends AnyEndpoint>(contract: E, run: Operation<E>, differences?: Differences) =>
    route(scope, contract as AnyEndpoint, {
      respond: async ({ app, tenantId, request, reply, body, params, query, languages, status }) => {
        try {
          const result = await run(await loadSignIn(app, tenantId, request, reply, languages), { body, params, query });
          if (result?.status) {
            status(result.status);
          }
          return result?.body;
        } catch (error) {
          throw translateError(error, differences);
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
  operation(api.changeEvent, (signIn, { body }) => changeEvent(signIn, body.event), {
    'session.not_supported_for_forgot_password': { code: 'session.interaction_not_found' },
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

  operation(api.ssoAuthorizationUrl, (signIn, { body, params }) => leaveForSso(signIn, params.connectorId, body));
  operation(api.ssoAuthentication, async (signIn, { params, body }) => {
    const started = requireStarted(signIn);
    await getUsableConnector(signIn.app, signIn.tenantId, params.connectorId);
    const { verificationId } = ssoRecordOf(started, params.connectorId);
    await takeStep(signIn, signInApi.verifySso, { params, body: { verificationId, connectorData: body } });
    await takeStep(signIn, signInApi.identify, { body: { verificationId } });
    return takeStep(signIn, signInApi.submit);
  });
  operation(api.ssoRegistration, async (signIn, { params }) => {
    const { verificationId } = ssoRecordOf(requireStarted(signIn), params.connectorId);
    await takeStep(signIn, signInApi.changeEvent, { body: { interactionEvent: 'Register' } });
    await takeStep(signIn, signInApi.identify, { body: { verificationId } });
    return takeStep(signIn, signInApi.submit);
  });
  operation(api.ssoConnectors, async ({ app, tenantId }, { query }) => {
    const { singleSignOnEnabled } = await getSignInExperience(app, tenantId);
    const connectors = singleSignOnEnabled ? await connectorsForEmail(app, tenantId, query.email) : [];
    return { body: connectors.map(({ id }) => id) };
  });
}
