import { z } from 'zod';
import { optionalText, text, webAddress, wholeNumber } from '../../kit/read-config.ts';
import { MailTemplates } from '../../kit/template-items.ts';

const oneLine = (schema: z.ZodString) => schema.regex(/^[^\r\n]*$/, 'Use a single line.');
const milliseconds = wholeNumber(0, 600_000).optional();

/** Username and password, or OAuth 2.0. An empty object is a server without authentication. */
const Auth = z.union([
  z.object({
    type: z
      .string()
      .regex(/^oauth2$/i)
      .transform(() => 'oauth2' as const),
    user: text,
    clientId: optionalText,
    clientSecret: optionalText,
    refreshToken: optionalText,
    accessToken: optionalText,
    accessUrl: webAddress.optional(),
  }),
  z.strictObject({
    type: z
      .string()
      .regex(/^(?:login|plain)$/i)
      .transform(() => 'login' as const)
      .optional(),
    user: optionalText,
    pass: optionalText,
  }),
]);

const versions = z.enum(['TLSv1.2', 'TLSv1.3']);
const pem = z.string().max(65_536).optional();

/** Only trust options: other socket options could redirect the connection. */
const Tls = z.strictObject({
  rejectUnauthorized: z.boolean().optional(),
  servername: optionalText,
  minVersion: versions.optional(),
  maxVersion: versions.optional(),
  ciphers: optionalText,
  ca: pem,
  cert: pem,
  key: pem,
});

/** Headers of sender, recipient and content cannot be overridden. */
const CustomHeaders = z
  .record(
    z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .refine(
        (name) =>
          !/^(?:from|to|cc|bcc|sender|subject|reply-to|date|message-id|return-path|mime-version|content-.*)$/i.test(
            name,
          ),
        'This header is set automatically. Remove it.',
      ),
    oneLine(z.string().max(998)),
  )
  .refine((headers) => Object.keys(headers).length <= 50);

export const configGuard = z.object({
  host: z
    .string()
    .max(255)
    .regex(/^[\w.:-]+$/, 'Enter the host name of the mail server, such as smtp.example.com.'),
  port: wholeNumber(1, 65_535),
  auth: Auth,
  fromEmail: oneLine(text),
  replyTo: oneLine(z.string().max(4096)).optional(),
  templates: MailTemplates,
  // Accepted for compatibility; README.md describes their effect.
  logger: z.boolean().optional(),
  debug: z.boolean().optional(),
  disableFileAccess: z.boolean().optional(),
  disableUrlAccess: z.boolean().optional(),
  name: z
    .string()
    .max(255)
    .regex(/^[\w.:[\]-]+$/)
    .optional(),
  localAddress: z.union([z.ipv4(), z.ipv6()]).optional(),
  connectionTimeout: milliseconds,
  greetingTimeout: milliseconds,
  socketTimeout: milliseconds,
  dnsTimeout: milliseconds,
  secure: z.boolean().optional(),
  tls: Tls.optional(),
  servername: optionalText,
  ignoreTLS: z.boolean().optional(),
  requireTLS: z.boolean().optional(),
  customHeaders: CustomHeaders.optional(),
});
export type SmtpConfig = z.output<typeof configGuard>;
