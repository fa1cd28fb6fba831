import { createHmac } from 'node:crypto';
import { type Call, request, type SocialCase } from '../testing.ts';
import { amazon } from './amazon/index.ts';
import { facebook } from './facebook/index.ts';
import { gitlab } from './gitlab/index.ts';
import { huggingface } from './huggingface/index.ts';
import { kakao } from './kakao/index.ts';
import { kook } from './kook/index.ts';
import { line } from './line/index.ts';
import { linkedin } from './linkedin/index.ts';
import { naver } from './naver/index.ts';
import { patreon } from './patreon/index.ts';
import { slack } from './slack/index.ts';
import { x } from './x/index.ts';

const config = { clientId: 'client', clientSecret: 'secret-canary' };
const redirect = { response_type: 'code', client_id: 'client', redirect_uri: request.redirectUri };
const avatar = 'https://x.test/a.png';
const script = 'javascript:alert(1)';
const email = 'ada@x.test';
const proven = { email, isEmailVerified: true };

export const formOf = (call: Call | undefined) => Object.fromEntries(new URLSearchParams(call?.body));

function requireEqual(actual: unknown, expected: unknown): void {
  if (actual !== expected) {
    throw new Error(`${String(actual)} is not ${String(expected)}`);
  }
}

/** The form of RFC 6749 with the secret in it, and a profile with the token in the header. */
function checkStandard([token, profile]: Call[]): void {
  const form = formOf(token);
  requireEqual(token?.method, 'POST');
  requireEqual(form.grant_type, 'authorization_code');
  requireEqual(form.code, 'the-code');
  requireEqual(form.redirect_uri, request.redirectUri);
  requireEqual(form.client_id, 'client');
  requireEqual(form.client_secret, 'secret-canary');
  requireEqual(profile?.headers.authorization, 'Bearer at');
}

type Standard = Pick<SocialCase, 'name' | 'factory' | 'address'> & Partial<SocialCase> & { scope?: string };

/** A provider with one token endpoint and one profile endpoint. */
function standard(
  { scope, ...given }: Standard,
  token: string,
  profile: string,
  body: Record<string, unknown>,
  id: string,
): SocialCase {
  const answers = (changes: Record<string, unknown> = {}) => ({
    [token]: { body: { ok: true, access_token: 'at', token_type: 'Bearer', expires_in: 3600 } },
    [profile]: { body: { ...body, ...changes } },
  });
  return {
    config,
    query: { ...redirect, ...(scope ? { scope } : {}) },
    answers,
    withoutId: answers({ [id]: undefined }),
    hostile: { name: { $ne: 1 }, picture: script, email: [email] },
    info: { id: '42', ...proven, name: 'Ada', avatar },
    refusal: { [token]: { status: 400, body: { error: 'invalid_grant', error_description: 'The code is wrong.' } } },
    refusalData: { error: 'invalid_grant', errorDescription: 'The code is wrong.' },
    check: checkStandard,
    ...given,
  };
}

const claims = { sub: '42', name: 'Ada', picture: avatar, email, email_verified: true };
const oidcScope = 'openid profile email';

/** The identity is one level deeper. */
const inside =
  (token: string, profile: string, wrap: (person: object) => object, person: Record<string, unknown>) =>
  (changes: Record<string, unknown> = {}) => ({
    [token]: { body: { access_token: 'at', token_type: 'Bearer' } },
    [profile]: { body: wrap({ ...person, ...changes }) },
  });

const xAnswers = inside('https://api.x.com/2/oauth2/token', 'https://api.x.com/2/users/me', (data) => ({ data }), {
  id: '42',
  name: 'Ada',
  username: 'ada',
  profile_image_url: avatar,
});
const patreonAnswers = inside(
  'https://www.patreon.com/api/oauth2/token',
  'https://www.patreon.com/api/oauth2/v2/identity',
  ({ id, ...attributes }: { id?: string }) => ({ data: { id, type: 'user', attributes } }),
  { id: '42', full_name: 'Ada', image_url: avatar, email, is_email_verified: true },
);
const kookAnswers = inside(
  'https://www.kookapp.cn/api/oauth2/token',
  'https://www.kookapp.cn/api/v3/user/me',
  (data) => ({ code: 0, message: 'ok', data }),
  { id: '42', username: 'Ada', avatar },
);
const kakaoAnswers = (changes: Record<string, unknown> = {}) => {
  const { id = 42, nickname = 'Ada', picture = avatar, ...account } = changes;
  return {
    'https://kauth.kakao.com/oauth/token': { body: { access_token: 'at', token_type: 'bearer' } },
    'https://kapi.kakao.com/v2/user/me': {
      body: {
        id: id === null ? undefined : id,
        kakao_account: {
          profile: { nickname, profile_image_url: picture },
          email,
          is_email_valid: true,
          is_email_verified: true,
          phone_number: '+82 10-1234-5678',
          ...account,
        },
      },
    },
  };
};
const naverAnswers = inside(
  'https://nid.naver.com/oauth2.0/token',
  'https://openapi.naver.com/v1/nid/me',
  (response) => ({ resultcode: '00', message: 'success', response }),
  { id: '42', name: 'Ada', email, profile_image: avatar },
);
const lineAnswers = (changes: Record<string, unknown> = {}) => ({
  'https://api.line.me/oauth2/v2.1/token': { body: { access_token: 'at', id_token: 'the-id-token' } },
  'https://api.line.me/oauth2/v2.1/verify': (call: Call) => ({
    body: {
      iss: 'https://access.line.me',
      aud: formOf(call).client_id,
      nonce: formOf(call).nonce,
      sub: '42',
      name: 'Ada',
      picture: avatar,
      email,
      ...changes,
    },
  }),
});

export const oauthCases: SocialCase[] = [
  standard(
    {
      name: 'Amazon',
      factory: amazon,
      address: 'https://www.amazon.com/ap/oa',
      scope: 'profile',
      usesPkce: true,
      info: { id: 'amzn1.account.A', email, name: 'Ada' },
    },
    'https://api.amazon.com/auth/o2/token',
    'https://api.amazon.com/user/profile',
    { user_id: 'amzn1.account.A', name: 'Ada', email },
    'user_id',
  ),
  standard(
    {
      name: 'Facebook',
      factory: facebook,
      address: 'https://www.facebook.com/v24.0/dialog/oauth',
      scope: 'email public_profile',
      info: { id: '42', email, name: 'Ada', avatar },
      hostile: { name: 7, picture: { data: { url: script } }, email: { $ne: 1 } },
      refusal: {
        'https://graph.facebook.com/v24.0/oauth/access_token': {
          status: 400,
          body: { error: { message: 'This code has been used.', type: 'OAuthException', code: 100 } },
        },
      },
      refusalData: { error: 'OAuthException', errorDescription: 'This code has been used.' },
      check: (calls) => {
        checkStandard(calls);
        const proof = createHmac('sha256', 'secret-canary').update('at').digest('hex');
        requireEqual(calls[1]?.url.searchParams.get('appsecret_proof'), proof);
      },
    },
    'https://graph.facebook.com/v24.0/oauth/access_token',
    'https://graph.facebook.com/v24.0/me',
    { id: '42', name: 'Ada', email, picture: { data: { url: avatar } } },
    'id',
  ),
  standard(
    {
      name: 'GitLab',
      factory: gitlab,
      address: 'https://gitlab.com/oauth/authorize',
      scope: oidcScope,
      usesPkce: true,
    },
    'https://gitlab.com/oauth/token',
    'https://gitlab.com/oauth/userinfo',
    claims,
    'sub',
  ),
  standard(
    {
      name: 'Slack',
      factory: slack,
      address: 'https://slack.com/openid/connect/authorize',
      scope: oidcScope,
      refusal: { 'https://slack.com/api/openid.connect.token': { body: { ok: false, error: 'invalid_code' } } },
      refusalData: { error: 'invalid_code' },
    },
    'https://slack.com/api/openid.connect.token',
    'https://slack.com/api/openid.connect.userInfo',
    { ok: true, ...claims },
    'sub',
  ),
  standard(
    {
      name: 'LinkedIn',
      factory: linkedin,
      address: 'https://www.linkedin.com/oauth/v2/authorization',
      scope: oidcScope,
    },
    'https://www.linkedin.com/oauth/v2/accessToken',
    'https://api.linkedin.com/v2/userinfo',
    claims,
    'sub',
  ),
  standard(
    {
      name: 'Hugging Face',
      factory: huggingface,
      address: 'https://huggingface.co/oauth/authorize',
      scope: oidcScope,
      usesPkce: true,
    },
    'https://huggingface.co/oauth/token',
    'https://huggingface.co/oauth/userinfo',
    claims,
    'sub',
  ),
  {
    ...standard(
      { name: 'X', factory: x, address: 'https://x.com/i/oauth2/authorize', scope: 'tweet.read users.read' },
      'https://api.x.com/2/oauth2/token',
      '',
      {},
      '',
    ),
    usesPkce: true,
    answers: xAnswers,
    withoutId: xAnswers({ id: undefined }),
    hostile: { name: [1], profile_image_url: script },
    info: { id: '42', name: 'Ada', avatar },
    check: ([token, profile]) => {
      requireEqual(token?.headers.authorization, `Basic ${Buffer.from('client:secret-canary').toString('base64')}`);
      requireEqual(token?.body.includes('canary'), false);
      requireEqual(profile?.headers.authorization, 'Bearer at');
    },
  },
  {
    ...standard(
      {
        name: 'Patreon',
        factory: patreon,
        address: 'https://www.patreon.com/oauth2/authorize',
        scope: 'identity identity[email]',
      },
      'https://www.patreon.com/api/oauth2/token',
      '',
      {},
      '',
    ),
    answers: patreonAnswers,
    withoutId: patreonAnswers({ id: undefined }),
    hostile: { full_name: {}, image_url: script, email: 1 },
    check: (calls) => {
      checkStandard(calls);
      requireEqual(calls[1]?.url.searchParams.get('fields[user]'), 'email,full_name,image_url,is_email_verified');
      requireEqual(calls[1]?.headers['user-agent'], 'Postern');
    },
  },
  {
    ...standard(
      {
        name: 'KOOK',
        factory: kook,
        address: 'https://www.kookapp.cn/app/oauth2/authorize',
        scope: 'get_user_info',
      },
      'https://www.kookapp.cn/api/oauth2/token',
      '',
      {},
      '',
    ),
    answers: kookAnswers,
    withoutId: kookAnswers({ id: undefined }),
    hostile: { username: {}, avatar: script },
    info: { id: '42', name: 'Ada', avatar },
  },
  {
    ...standard(
      { name: 'LINE', factory: line, address: 'https://access.line.me/oauth2/v2.1/authorize', scope: 'openid profile' },
      'https://api.line.me/oauth2/v2.1/token',
      '',
      {},
      '',
    ),
    query: { ...redirect, scope: 'openid profile', nonce: /^[\w-]{36}$/ },
    usesPkce: true,
    answers: lineAnswers,
    withoutId: lineAnswers({ sub: undefined }),
    hostile: { name: {}, picture: script, email: [] },
    info: { id: '42', email, name: 'Ada', avatar },
    check: ([, verify], session) => {
      requireEqual(formOf(verify).id_token, 'the-id-token');
      requireEqual(formOf(verify).nonce, session.nonce);
      requireEqual(formOf(verify).client_id, 'client');
    },
  },
  {
    ...standard(
      { name: 'Kakao', factory: kakao, address: 'https://kauth.kakao.com/oauth/authorize' },
      'https://kauth.kakao.com/oauth/token',
      '',
      {},
      '',
    ),
    answers: kakaoAnswers,
    withoutId: kakaoAnswers({ id: null }),
    hostile: { nickname: {}, picture: script, email: 1, phone_number: {} },
    info: { id: '42', ...proven, phone: '821012345678', name: 'Ada', avatar },
  },
  {
    ...standard(
      { name: 'Naver', factory: naver, address: 'https://nid.naver.com/oauth2.0/authorize' },
      'https://nid.naver.com/oauth2.0/token',
      '',
      {},
      '',
    ),
    answers: naverAnswers,
    withoutId: naverAnswers({ id: undefined }),
    hostile: { name: {}, profile_image: script, email: [] },
    info: { id: '42', email, name: 'Ada', avatar },
    // Naver sends errors with status 200.
    refusal: {
      'https://nid.naver.com/oauth2.0/token': { body: { error: 'invalid_request', error_description: 'no' } },
    },
    refusalData: { error: 'invalid_request', errorDescription: 'no' },
    check: (calls) => {
      checkStandard(calls);
      requireEqual(formOf(calls[0]).state, request.state);
    },
  },
];
