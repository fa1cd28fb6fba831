import { useTranslation } from 'react-i18next';

const known = [
  'Password',
  'EmailVerificationCode',
  'PhoneVerificationCode',
  'Social',
  'OneTimeToken',
  'NewPasswordIdentity',
] as const;

/** The name of a type of verification. */
export function useMethodName(): (type: string) => string {
  const { t } = useTranslation();
  return (type) => {
    const method = known.find((one) => one === type);
    return method ? t(`dashboard.methods.${method}`) : type;
  };
}
