import {
  claimPlaceholder,
  maxTextAttributes,
  type SamlApplication,
  type SamlClaim,
  samlClaims,
  type UpdateSamlApplication,
} from '@postern/contracts/access/saml-applications';
import i18next from 'i18next';
import { z } from 'zod';

const AttributeName = z
  .string()
  .max(256)
  .refine((value) => value.trim() !== '', {
    error: () => i18next.t('samlApplications.mapping.attributeRequired'),
  });

const Row = z.object({ claim: z.enum(samlClaims), attribute: AttributeName });

/** The first placeholder of a text that is not a claim. */
const unknownClaim = (text: string) =>
  [...text.matchAll(claimPlaceholder)]
    .map(([, name = '']) => name)
    .find((name) => !samlClaims.some((claim) => claim === name));

const TextRow = z.object({
  name: AttributeName,
  value: z
    .string()
    .max(2048)
    .refine((value) => value.trim() !== '', { error: () => i18next.t('samlApplications.texts.valueRequired') })
    .refine((value) => unknownClaim(value) === undefined, {
      error: ({ input }) =>
        i18next.t('samlApplications.texts.unknownClaim', { claim: unknownClaim(String(input)) ?? '' }),
    }),
});

export const AttributesForm = z.object({
  rows: z.array(Row).check(({ value, issues }) => {
    value.forEach(({ claim }, row) => {
      if (value.findIndex((one) => one.claim === claim) < row) {
        const message = i18next.t('samlApplications.mapping.duplicate');
        issues.push({ code: 'custom', path: [row, 'claim'], message, input: claim });
      }
    });
  }),
  texts: z.array(TextRow).max(maxTextAttributes),
});
export type AttributesValues = z.infer<typeof AttributesForm>;

type Stored = Pick<SamlApplication, 'attributeMapping' | 'additionalAttributes'>;

export const attributesOf = ({ attributeMapping, additionalAttributes }: Stored): AttributesValues => ({
  rows: samlClaims.flatMap((claim) => {
    const attribute = attributeMapping[claim];
    return attribute ? [{ claim, attribute }] : [];
  }),
  texts: additionalAttributes,
});

export const attributesUpdateOf = ({ rows, texts }: AttributesValues): UpdateSamlApplication => ({
  attributeMapping: Object.fromEntries(rows.map(({ claim, attribute }) => [claim, attribute.trim()])),
  additionalAttributes: texts.map(({ name, value }) => ({ name: name.trim(), value })),
});

/** `additionalAttributes.0.value` → `texts.0.value`. */
export const attributesLanding = {
  field: (path: string) => path.replace(/^additionalAttributes/, 'texts') as 'texts',
};

/** The first claim that has no row. */
export const freeClaim = (rows: readonly { claim: SamlClaim }[]): SamlClaim | undefined =>
  samlClaims.find((claim) => rows.every((row) => row.claim !== claim));
