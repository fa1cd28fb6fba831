import {
  type SamlApplication,
  type SamlAttributeMapping,
  type SamlClaim,
  samlClaims,
} from '@postern/contracts/access/saml-applications';
import i18next from 'i18next';
import { z } from 'zod';

const Row = z.object({
  claim: z.enum(samlClaims),
  attribute: z
    .string()
    .max(256)
    .refine((value) => value.trim() !== '', {
      error: () => i18next.t('samlApplications.mapping.attributeRequired'),
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
});
export type AttributesValues = z.infer<typeof AttributesForm>;

export const attributesOf = ({ attributeMapping }: Pick<SamlApplication, 'attributeMapping'>): AttributesValues => ({
  rows: samlClaims.flatMap((claim) => {
    const attribute = attributeMapping[claim];
    return attribute ? [{ claim, attribute }] : [];
  }),
});

export const mappingOf = ({ rows }: AttributesValues): SamlAttributeMapping =>
  Object.fromEntries(rows.map(({ claim, attribute }) => [claim, attribute.trim()]));

/** The first claim that has no row. */
export const freeClaim = (rows: readonly { claim: SamlClaim }[]): SamlClaim | undefined =>
  samlClaims.find((claim) => rows.every((row) => row.claim !== claim));
