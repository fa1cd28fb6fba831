import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import {
  signInExperienceApi,
  type UpdateSignInExperience,
} from '@postern/contracts/experience/sign-in-experience-settings';
import { createContext, use } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { type Landing, useSave } from '#platform/form/submit.ts';

export const ExperienceContext = createContext<SignInExperience | undefined>(undefined);

/** The stored settings; the page loads them once, before any tab is shown. */
export function useExperience(): SignInExperience {
  const experience = use(ExperienceContext);
  if (!experience) {
    throw new Error('useExperience needs a page around it that loads the sign-in experience.');
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
