import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../fields.ts';

/** How a request arrived at the server, after all proxies. */
export const ArrivedRequest = z.object({
  ip: z.string(),
  protocol: z.string(),
  host: z.string(),
  /** Whether a proxy said for whom it forwards the request. */
  isForwarded: z.boolean(),
  /** The value of the cookie that the response before has set. */
  cookie: z.string().nullable(),
  now: Timestamp,
  version: z.string(),
});
export type ArrivedRequest = z.infer<typeof ArrivedRequest>;

export const doctorCookie = 'postern_doctor';

const common = {
  auth: { kind: 'none' },
  document: 'management',
  tag: 'Doctor',
  errors: ['auth.unauthorized'],
} as const;
/** For calls through proxies that remove the header Authorization. */
const query = z.object({ token: z.string().max(128).optional() });

/** For `cli doctor`, which signs its token with the key of the vault. Other callers get 401. */
export const doctorApi = {
  arrive: endpoint({
    ...common,
    method: 'GET',
    path: '/api/doctor',
    summary: 'Describe how this request arrived. Only for the command doctor of the CLI.',
    query,
    response: ArrivedRequest,
  }),
  stream: endpoint({
    ...common,
    method: 'GET',
    path: '/api/doctor/stream',
    summary: 'Send two events, one second apart. Only for the command doctor of the CLI.',
    query,
    file: ['text/event-stream'],
  }),
} as const;
