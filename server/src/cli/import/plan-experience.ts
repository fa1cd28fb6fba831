import { isDeepStrictEqual } from 'node:util';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { UpdateSignInExperience } from '@postern/contracts/experience/sign-in-experience-settings';
import { supportedLanguages } from '@postern/contracts/wire';
import { checkSettings } from '#features/experience/sign-in-experience';
import { type Misfits, reasonOf, sentenceOf } from './misfits.ts';
import type { Target } from './read-target.ts';

export type SettingsChange = Partial<Omit<SignInExperience, 'tenantId' | 'id'>>;

const kind = 'sign-in setting';

/** The settings that differ from those of the target. Each is checked by the rules of the API; the rest is left out. */
export function planExperience(given: Record<string, unknown>, target: Target, misfits: Misfits): SettingsChange {
  const abilities = {
    email: target.connectorKeys.has('Email'),
    phone: target.connectorKeys.has('Sms'),
    languages: [...supportedLanguages],
    socialTargets: target.socialTargets,
  };
  let current = target.experience;
  let change: SettingsChange = {};
  for (const [key, value] of Object.entries(given)) {
    const parsed = UpdateSignInExperience.safeParse({ [key]: value }, { reportInput: true });
    if (!parsed.success) {
      misfits.add(kind, key, sentenceOf(parsed.error));
      continue;
    }
    try {
      const part = checkSettings(current, parsed.data, abilities);
      const differs = Object.entries(part).some(
        ([name, one]) => !isDeepStrictEqual(one, current[name as keyof SettingsChange]),
      );
      if (differs) {
        current = { ...current, ...part };
        change = { ...change, ...part };
      }
    } catch (error) {
      misfits.add(kind, key, reasonOf(error));
    }
  }
  return change;
}
