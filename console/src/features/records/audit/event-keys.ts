import { eventNames } from '@postern/contracts/events';

const inFlow = (flow: string, ...steps: string[]) => steps.map((step) => `Interaction.${flow}.${step}`);

const commonSteps = ['Create', 'Update', 'Submit', 'Identifier.Submit', 'Profile.Update'];
const codes = ['EmailVerificationCode', 'PhoneVerificationCode'].flatMap((code) => [
  `Verification.${code}.Create`,
  `Verification.${code}.Submit`,
]);
const social = ['Verification.Social.Create', 'Verification.Social.Submit'];
const oneTimeToken = 'Verification.OneTimeToken.Submit';

/** Keys of sign-ins and tokens that the product writes, in the order of the filter. */
export const entryKeys: readonly string[] = [
  'Interaction.Create',
  'Interaction.End',
  'Interaction.Create.Captcha',
  ...inFlow('SignIn', ...commonSteps, 'Verification.Password.Submit', ...codes, ...social, oneTimeToken),
  ...inFlow('Register', ...commonSteps, 'Verification.NewPasswordIdentity.Submit', ...codes, ...social, oneTimeToken),
  ...inFlow('ForgotPassword', ...commonSteps, ...codes),
  'ExchangeTokenBy.AuthorizationCode',
  'ExchangeTokenBy.RefreshToken',
  'ExchangeTokenBy.ClientCredentials',
  'ExchangeTokenBy.TokenExchange',
  'ExchangeTokenBy.DeviceCode',
  'ExchangeTokenBy.Backchannel',
  'ExchangeTokenBy.Unknown',
  'RevokeToken',
  'RevokeGrants',
  'Action.PostFirstFactorVerification',
  'Action.PostSignIn',
  'JwtCustomizer.AccessToken',
  'JwtCustomizer.ClientCredentials',
];

/** Keys of messages and changes. */
export const changeKeys: readonly string[] = ['SendMessage.Email', 'SendMessage.Sms', ...eventNames];

/** The kinds of objects that changes are about, as the API filters them. */
export const changeKinds: readonly string[] = [
  ...new Set(eventNames.filter((name) => !name.startsWith('Post')).map((name) => name.split('.')[0] ?? name)),
];
