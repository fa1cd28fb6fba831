import {
  type AccountCenter,
  accessTo,
  accountFieldAccess,
  accountFields,
  type UpdateAccountCenter,
} from '@postern/contracts/experience/account-center';
import { isOrigin, WebUrl } from '@postern/contracts/fields';
import i18next from 'i18next';
import { z } from 'zod';

export type AccountField = (typeof accountFields)[number];
const Access = z.enum(accountFieldAccess);
type Access = z.infer<typeof Access>;
type Fields = Record<AccountField, Access>;

const maxOrigins = 50;

/** The keys match the list of the contract. */
const eachField = <Value>(value: (field: AccountField) => Value) =>
  Object.fromEntries(accountFields.map((field) => [field, value(field)])) as Record<AccountField, Value>;

export const CenterForm = z.object({
  enabled: z.boolean(),
  fields: z.object(eachField(() => Access)),
  deleteAccount: z.boolean(),
  deleteAccountUrl: z
    .string()
    .max(2048)
    .pipe(WebUrl.or(z.literal(''))),
  customCss: z.string().max(131_072),
  showsAllFields: z.boolean(),
  profileFields: z.array(z.string()),
  webauthnRelatedOrigins: z
    .array(
      z
        .string()
        .max(2048)
        .refine(isOrigin, { error: () => i18next.t('accountCenter.origins.invalid') }),
    )
    .check(({ value, issues }) => {
      if (value.length > maxOrigins) {
        issues.push({ code: 'custom', message: i18next.t('accountCenter.origins.tooMany'), input: value });
      }
      value.forEach((origin, row) => {
        if (value.indexOf(origin) < row) {
          const message = i18next.t('accountCenter.origins.duplicate');
          issues.push({ code: 'custom', path: [row], message, input: origin });
        }
      });
    }),
});
export type CenterValues = z.input<typeof CenterForm>;

export const allOff: Fields = eachField(() => 'Off');

/** Form values for the stored settings; missing fields are shown as they work. */
export const valuesOf = ({ fields, profileFields, ...center }: AccountCenter): CenterValues => ({
  enabled: center.enabled,
  fields: eachField((field) => accessTo(fields, field)),
  deleteAccount: center.deleteAccount === true,
  deleteAccountUrl: center.deleteAccountUrl ?? '',
  customCss: center.customCss ?? '',
  showsAllFields: profileFields === null,
  profileFields: (profileFields ?? []).map(({ name }) => name),
  webauthnRelatedOrigins: center.webauthnRelatedOrigins,
});

/** No field stays enabled while the switch is off. */
export const bodyOf = ({
  fields,
  deleteAccount,
  deleteAccountUrl,
  customCss,
  showsAllFields,
  profileFields,
  ...values
}: CenterValues): UpdateAccountCenter => ({
  ...values,
  fields: values.enabled ? fields : allOff,
  deleteAccount: values.enabled && deleteAccount,
  deleteAccountUrl: deleteAccountUrl || null,
  customCss: customCss || null,
  profileFields: showsAllFields ? null : profileFields.map((name) => ({ name })),
});
