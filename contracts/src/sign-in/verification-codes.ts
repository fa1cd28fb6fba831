import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Email, Phone } from '../fields.ts';

export const codeLength = 6;

/** The recipient of the code: one or the other. */
export const RequestVerificationCode = z.union([z.strictObject({ email: Email }), z.strictObject({ phone: Phone })]);

const Code = z.string().min(1).max(codeLength);
export const VerifyVerificationCode = z.union([
  z.strictObject({ email: Email, verificationCode: Code }),
  z.strictObject({ phone: Phone, verificationCode: Code }),
]);

const common = { auth: { kind: 'management' }, document: 'management', tag: 'Verification codes' } as const;

export const verificationCodesApi = {
  request: endpoint({
    ...common,
    method: 'POST',
    path: '/api/verification-codes',
    summary: 'Send a verification code to an email address or a phone number.',
    body: RequestVerificationCode,
    errors: [
      'user.invalid_phone',
      'connector.not_found',
      'connector.rate_limit_exceeded',
      'request.message_rate_limited',
    ],
  }),
  verify: endpoint({
    ...common,
    method: 'POST',
    path: '/api/verification-codes/verify',
    summary: 'Verify a code. A code can be used once.',
    body: VerifyVerificationCode,
    errors: [
      'verification_code.not_found',
      'verification_code.expired',
      'verification_code.exceed_max_try',
      'verification_code.code_mismatch',
      'session.verification_blocked_too_many_attempts',
    ],
  }),
} as const;
