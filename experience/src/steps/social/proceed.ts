import { agreement } from '../../parts/terms.tsx';
import { CallError, call } from '../../platform/client.ts';
import { saveMethod, saveSuggested } from '../../platform/draft.ts';
import { leave } from '../../platform/finish.ts';
import { printPhone } from '../../platform/phones.ts';
import { findWay, forgetWay, type ProviderWay, saveWay } from '../../platform/provider-way.ts';
import { navigate } from '../../platform/router.ts';
import type { Settings } from '../../platform/settings.ts';

/** Thrown when the person must accept the terms first. */
export const termsOpen = { SignIn: 'terms.sign_in', Register: 'terms.register' } as const;

function requireAgreement(settings: Settings, { isAgreed }: ProviderWay, event: 'SignIn' | 'Register') {
  if (!isAgreed && agreement(settings, event) === 'checkbox') {
    throw new CallError({ code: termsOpen[event], message: '' });
  }
}

/** After a reload the response may already have been sent; the server knows whether it was accepted. */
async function isProven(verificationId: string): Promise<boolean> {
  const { verificationRecords = [] } = await call('interaction');
  return verificationRecords.some(
    ({ id, socialUserInfo, enterpriseSsoUserInfo }) =>
      id === verificationId && (socialUserInfo ?? enterpriseSsoUserInfo),
  );
}

/** Lets the server verify the provider's response. */
async function prove(connectorId: string, way: ProviderWay): Promise<string> {
  const { verificationId, answer = {} } = way;
  if (way.isSent && verificationId && (await isProven(verificationId))) {
    return verificationId;
  }
  if (!verificationId) {
    await call('start', { interactionEvent: way.event });
  }
  saveWay(connectorId, { ...way, isSent: true });
  const proof =
    way.isSso && verificationId
      ? await call('verifySso', { connectorData: answer, verificationId }, { connectorId })
      : await call('verifySocial', { connectorData: answer, verificationId }, { connectorId });
  saveWay(connectorId, { ...way, isSent: true, verificationId: proof.verificationId });
  return proof.verificationId;
}

function readRelated(data: unknown): ProviderWay['related'] {
  const { relatedUser } = (data ?? {}) as { relatedUser?: ProviderWay['related'] };
  return relatedUser;
}

/** The first sign-in with a provider account links it, asks the person, or registers, depending on the settings. */
async function welcome(connectorId: string, verificationId: string, unknown: CallError, settings: Settings) {
  const { socialSignIn, signInMode } = settings.experience;
  const related = readRelated(unknown.data);
  if (related && socialSignIn.automaticAccountLinking) {
    await link(connectorId, verificationId);
    return;
  }
  if (related) {
    const way = findWay(connectorId);
    if (way) {
      saveWay(connectorId, { ...way, related });
    }
    navigate(`/social/link/${encodeURIComponent(connectorId)}`, { replace: true });
    return;
  }
  if (signInMode === 'SignIn') {
    throw unknown;
  }
  await registerBy(connectorId, verificationId, settings);
}

export async function link(connectorId: string, verificationId: string): Promise<void> {
  await switchTo('SignIn');
  await call('identify', { verificationId, linkSocialIdentity: true });
  await end(connectorId);
}

export async function registerBy(connectorId: string, verificationId: string, settings: Settings): Promise<void> {
  const way = findWay(connectorId);
  if (way) {
    requireAgreement(settings, way, 'Register');
  }
  await switchTo('Register');
  try {
    await call('identify', { verificationId });
    await end(connectorId);
  } catch (error) {
    if (error instanceof CallError && error.code === 'user.missing_profile') {
      await suggestAddresses(verificationId);
    }
    throw error;
  }
}

/** The page that asks for an address starts with the one of the provider. It is an extra: without it, the field is empty. */
async function suggestAddresses(verificationId: string): Promise<void> {
  const { verificationRecords = [] } = await call('interaction').catch(() => ({ verificationRecords: [] }));
  const record = verificationRecords.find(({ id }) => id === verificationId);
  const { email, phone } = record?.socialUserInfo ?? record?.enterpriseSsoUserInfo ?? {};
  saveSuggested({ email, phone: phone && printPhone(phone.replace(/\D/g, '')) });
}

const switchTo = (interactionEvent: 'SignIn' | 'Register') => call('changeEvent', { interactionEvent });

async function end(connectorId: string) {
  await leave();
  forgetWay(connectorId);
}

/** Nobody has this account of the provider yet. */
const newcomerCodes = ['user.identity_not_exist', 'user.sso_identity_not_exist'];

/** Processes the provider's response and returns to the application. Ends by leaving the page. */
export async function proceed(connectorId: string, way: ProviderWay, settings: Settings): Promise<void> {
  requireAgreement(settings, way, way.event);
  const verificationId = await prove(connectorId, way);
  const provider = settings.experience.socialConnectors.find(({ id }) => id === connectorId);
  saveMethod(provider && `social:${provider.target}`);
  try {
    await call('identify', { verificationId });
  } catch (error) {
    if (error instanceof CallError && newcomerCodes.includes(error.code)) {
      await welcome(connectorId, verificationId, error, settings);
      return;
    }
    throw error;
  }
  await end(connectorId);
}
