import { type CustomPhrase, customPhrasesApi, type Translation } from '@postern/contracts/experience/custom-phrases';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import {
  signInExperienceApi,
  type UpdateSignInExperience,
} from '@postern/contracts/experience/sign-in-experience-settings';
import { supportedLanguages } from '@postern/contracts/wire';
import { createContext, use } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { type Landing, useSave } from '#platform/form/submit.ts';

export const ExperienceContext = createContext<SignInExperience | undefined>(undefined);

/** The stored settings; the page loads them once, before any tab is shown. */
export function useExperience(): SignInExperience {
  const experience = use(ExperienceContext);
  if (!experience) {
    throw new Error('useExperience needs the sign-in experience page around it.');
  }
  return experience;
}

/** Updates parts of the settings. Never toasts: the form shows the server's errors. */
export function usePatchExperience() {
  const patch = useWrite(signInExperienceApi.update, { quiet: true });
  return (body: UpdateSignInExperience) => patch.mutateAsync({ body });
}

type FormOptions<Values extends FieldValues, Sent> = {
  schema: z.ZodType<Sent, Values>;
  /** Form values for the stored settings. */
  values: (experience: SignInExperience) => Values;
  /** The parts of the settings that the form edits. */
  body: (sent: Sent) => UpdateSignInExperience;
  landing?: Landing<Values>;
};

/** `branding.logoUrl` maps to the field `logoUrl`, and `customBlocklist.0` to the first entry of its list. */
function lastName(path: string): string {
  const steps = path.split('.');
  return steps.slice(steps.findLastIndex((step) => !/^\d+$/.test(step))).join('.');
}

/** The form of a tab: loads the stored settings, saves its parts, and resets to the server's response. */
export function useExperienceForm<Values extends FieldValues, Sent>(options: FormOptions<Values, Sent>) {
  const experience = useExperience();
  const patch = usePatchExperience();
  const form = useForm({
    resolver: schemaResolver(options.schema),
    // The library expects its own deep-partial type; complete values satisfy it.
    defaultValues: options.values(experience) as DefaultValues<Values>,
  });
  const save = useSave(
    form,
    async (sent: Sent) => options.values(await patch(options.body(sent))),
    // By default a field is named after the last segment of its path in the body.
    options.landing ?? { field: (path) => lastName(path) as Path<Values> },
  );
  return { form, save };
}

/** The native name of a language, such as `Deutsch` or `English`. */
export function nameOfLanguage(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    // Falls back to the tag if the browser does not know it.
    return tag;
  }
}

export const wordingsOf = (saved: readonly CustomPhrase[]): Record<string, Translation> =>
  // The server stores phrases only in this shape.
  Object.fromEntries(saved.map(({ languageTag, translation }) => [languageTag, translation as Translation]));

/** The tenant's custom phrases by language; undefined while loading. */
export function useWordings(): Record<string, Translation> | undefined {
  const { data } = useRead(customPhrasesApi.list, {});
  return data && wordingsOf(data);
}

/** Languages of the sign-in pages, plus additional ones. */
export const languageChoices = (tags: readonly string[]) =>
  [...new Set<string>([...supportedLanguages, ...tags])].map((value) => ({ value, label: nameOfLanguage(value) }));
