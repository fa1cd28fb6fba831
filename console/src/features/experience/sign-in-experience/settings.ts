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

/** The settings as they are stored; the page reads them once, before any tab is shown. */
export function useExperience(): SignInExperience {
  const experience = use(ExperienceContext);
  if (!experience) {
    throw new Error('useExperience needs the sign-in experience page around it.');
  }
  return experience;
}

/** Changes parts of the settings. Never toasts: the form shows what the server refuses. */
export function usePatchExperience() {
  const patch = useWrite(signInExperienceApi.update, { quiet: true });
  return (body: UpdateSignInExperience) => patch.mutateAsync({ body });
}

type FormOptions<Values extends FieldValues, Sent> = {
  schema: z.ZodType<Sent, Values>;
  /** The form for what is stored. */
  values: (experience: SignInExperience) => Values;
  /** The parts of the settings that the form is about. */
  body: (sent: Sent) => UpdateSignInExperience;
  landing?: Landing<Values>;
};

/** `branding.logoUrl` is the field `logoUrl`, and `customBlocklist.0` the first entry of its list. */
function lastName(path: string): string {
  const steps = path.split('.');
  return steps.slice(steps.findLastIndex((step) => !/^\d+$/.test(step))).join('.');
}

/** The form of a tab: it shows what is stored, saves its parts, and starts again from what the server answers. */
export function useExperienceForm<Values extends FieldValues, Sent>(options: FormOptions<Values, Sent>) {
  const experience = useExperience();
  const patch = usePatchExperience();
  const form = useForm({
    resolver: schemaResolver(options.schema),
    // The library wants its own deep-partial type; whole values are one of those.
    defaultValues: options.values(experience) as DefaultValues<Values>,
  });
  const save = useSave(
    form,
    async (sent: Sent) => options.values(await patch(options.body(sent))),
    // Fields have the name that the last part of their path has in the body.
    options.landing ?? { field: (path) => lastName(path) as Path<Values> },
  );
  return { form, save };
}
