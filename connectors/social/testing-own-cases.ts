import { createVerify, generateKeyPairSync } from 'node:crypto';
import { type Call, request, type SocialCase } from '../testing.ts';
import { alipayNative } from './alipay-native/index.ts';
import { alipayWeb } from './alipay-web/index.ts';
import { dingtalk } from './dingtalk/index.ts';
import { feishu } from './feishu/index.ts';
import { qq } from './qq/index.ts';
import { wechatNative } from './wechat-native/index.ts';
import { wechatWeb } from './wechat-web/index.ts';
import { wecom } from './wecom/index.ts';
import { xiaomi } from './xiaomi/index.ts';

const client = { clientId: 'client', clientSecret: 'secret-canary' };
const app = { appId: 'the-app', appSecret: 'secret-canary' };
const redirect = { response_type: 'code', client_id: 'client', redirect_uri: request.redirectUri };
const avatar = 'https://x.test/a.png';
const script = 'javascript:alert(1)';
const email = 'ada@x.test';

const isQuery = (call: Call, expected: Record<string, string>) =>
  Object.entries(expected).every(([name, value]) => call.url.searchParams.get(name) === value);

/** Responds only to a request with these parameters. */
const when = (expected: Record<string, string>, body: unknown, otherwise: unknown) => (call: Call) => ({
  body: isQuery(call, expected) ? body : otherwise,
});

const code = { grant_type: 'authorization_code', code: 'the-code' };

const qqAnswers = (changes: Record<string, unknown> = {}) => ({
  'https://graph.qq.com/oauth2.0/token': when(
    { ...code, client_id: 'client', client_secret: 'secret-canary', redirect_uri: request.redirectUri, fmt: 'json' },
    { access_token: 'at', expires_in: '7776000' },
    { error: 100020, error_description: 'code is reused' },
  ),
  'https://graph.qq.com/oauth2.0/me': when(
    { access_token: 'at', fmt: 'json' },
    { client_id: 'client', openid: 'OPENID', ...changes },
    { error: 100016, error_description: 'access token check failed' },
  ),
  'https://graph.qq.com/user/get_user_info': when(
    { access_token: 'at', oauth_consumer_key: 'client', openid: 'OPENID' },
    { ret: 0, msg: '', nickname: 'Ada', figureurl_qq_1: avatar, figureurl_qq_2: '', ...changes },
    { ret: -23, msg: 'token is invalid' },
  ),
});

const xiaomiAnswers = (changes: Record<string, unknown> = {}) => {
  const { openid = 'OPENID', ...profile } = changes;
  const known = { clientId: 'client', token: 'at' };
  const wrong = { result: 'error', description: 'invalid token', code: 96008 };
  return {
    'https://account.xiaomi.com/oauth2/token': when(
      { ...code, client_id: 'client', client_secret: 'secret-canary', redirect_uri: request.redirectUri },
      `&&&START&&&${JSON.stringify({ access_token: 'at', token_type: 'mac' })}`,
      '&&&START&&&{"error":96013,"error_description":"invalid code"}',
    ),
    'https://open.account.xiaomi.com/user/openidV2': when(
      known,
      { result: 'ok', code: 0, data: { openid: openid ?? undefined } },
      wrong,
    ),
    'https://open.account.xiaomi.com/user/profile': when(
      known,
      { result: 'ok', code: 0, data: { miliaoNick: 'Ada', miliaoIcon: avatar, ...profile } },
      wrong,
    ),
  };
};

export const weChatAnswers = (changes: Record<string, unknown> = {}) => ({
  'https://api.weixin.qq.com/sns/oauth2/access_token': when(
    { ...code, appid: 'the-app', secret: 'secret-canary' },
    { access_token: 'at', expires_in: 7200, openid: 'OPENID', scope: 'snsapi_login' },
    { errcode: 40029, errmsg: 'invalid code' },
  ),
  'https://api.weixin.qq.com/sns/userinfo': when(
    { access_token: 'at', openid: 'OPENID' },
    { openid: 'OPENID', unionid: 'UNION', nickname: 'Ada', headimgurl: avatar, ...changes },
    { errcode: 40014, errmsg: 'invalid access_token' },
  ),
});

const weChat = {
  answers: weChatAnswers,
  hostile: { nickname: {}, headimgurl: script },
  withoutId: { 'https://api.weixin.qq.com/sns/oauth2/access_token': { body: { access_token: 'at' } } },
  info: { id: 'UNION', name: 'Ada', avatar },
  refusal: {
    'https://api.weixin.qq.com/sns/oauth2/access_token': { body: { errcode: 40029, errmsg: 'invalid code' } },
  },
  refusalData: { error: '40029', errorDescription: 'invalid code' },
};

const member = { errcode: 0, userid: 'ada', name: 'Ada' };
export const wecomAnswers = (changes: Record<string, unknown> = {}) => ({
  'https://qyapi.weixin.qq.com/cgi-bin/gettoken': when(
    { corpid: 'corp', corpsecret: 'secret-canary' },
    { errcode: 0, errmsg: 'ok', access_token: 'app-token', expires_in: 7200 },
    { errcode: 40001, errmsg: 'invalid credential' },
  ),
  'https://qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo': when(
    { access_token: 'app-token', code: 'the-code' },
    { errcode: 0, userid: 'ada', user_ticket: 'ticket' },
    { errcode: 40029, errmsg: 'invalid code' },
  ),
  'https://qyapi.weixin.qq.com/cgi-bin/user/get': when(
    { access_token: 'app-token', userid: 'ada' },
    { ...member, ...changes },
    { errcode: 60111 },
  ),
  'https://qyapi.weixin.qq.com/cgi-bin/auth/getuserdetail': (call: Call) => ({
    body:
      call.body === '{"user_ticket":"ticket"}'
        ? { errcode: 0, userid: 'ada', avatar, email, mobile: '13000000000', ...changes }
        : { errcode: 41049 },
  }),
});

const dingtalkAnswers = (changes: Record<string, unknown> = {}) => ({
  'https://api.dingtalk.com/v1.0/oauth2/userAccessToken': (call: Call) => {
    const expected = { ...client, code: 'the-code', grantType: 'authorization_code' };
    return JSON.stringify(JSON.parse(call.body)) === JSON.stringify(expected)
      ? { body: { accessToken: 'at', refreshToken: 'rt', expireIn: 7200 } }
      : { status: 400, body: { code: 'invalidParameter', message: 'wrong' } };
  },
  'https://api.dingtalk.com/v1.0/contact/users/me': (call: Call) =>
    call.headers['x-acs-dingtalk-access-token'] === 'at'
      ? {
          body: { unionId: 'UNION', nick: 'Ada', avatarUrl: avatar, email, mobile: '130', stateCode: '86', ...changes },
        }
      : { status: 401, body: { code: 'InvalidAuthentication', message: 'wrong' } },
});

const feishuAnswers = (changes: Record<string, unknown> = {}) => ({
  'https://accounts.feishu.cn/oauth/v3/token': (call: Call) => {
    const body = JSON.parse(call.body);
    const isRight = body.client_secret === 'secret-canary' && body.code === 'the-code' && body.code_verifier;
    return isRight
      ? { body: { code: 0, access_token: 'at', expires_in: 7200, token_type: 'Bearer' } }
      : { status: 400, body: { code: 20003, error: 'invalid_grant', error_description: 'wrong' } };
  },
  'https://open.feishu.cn/open-apis/authen/v1/user_info': (call: Call) => ({
    body:
      call.headers.authorization === 'Bearer at'
        ? {
            code: 0,
            msg: 'success',
            data: { open_id: 'ou_1', name: 'Ada', avatar_url: avatar, email, mobile: '+86130', ...changes },
          }
        : { code: 20005, msg: 'invalid access token' },
  }),
});

export const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** As the gateway does: the parameters without `sign`, sorted, verified with the public key of the app. */
function isSigned(call: Call): boolean {
  const { sign = '', ...parameters } = Object.fromEntries(new URLSearchParams(call.body));
  const content = Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');
  const digest = parameters.sign_type === 'RSA' ? 'RSA-SHA1' : 'RSA-SHA256';
  return (
    createVerify(digest).update(content).verify(keys.publicKey, sign, 'base64') &&
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(parameters.timestamp ?? '')
  );
}

const alipayError = (subCode: string, code = '40002') => ({
  error_response: { code, msg: 'Invalid Arguments', sub_code: subCode, sub_msg: 'wrong' },
});

/** The gateway of Alipay. It refuses unsigned requests. */
export function alipayGateway(call: Call, changes: Record<string, unknown> = {}, tokens: object = { user_id: '2088' }) {
  const { method, code: given, auth_token: token } = Object.fromEntries(new URLSearchParams(call.body));
  if (!isSigned(call)) {
    return alipayError('isv.invalid-signature');
  }
  if (method === 'alipay.system.oauth.token') {
    return given === 'the-code'
      ? { alipay_system_oauth_token_response: { access_token: 'at', ...tokens }, sign: 'x' }
      : alipayError('isv.code-invalid');
  }
  return token === 'at'
    ? { alipay_user_info_share_response: { code: '10000', nick_name: 'Ada', avatar, ...changes }, sign: 'x' }
    : alipayError('aop.invalid-auth-token', '20001');
}
const gateway = 'https://openapi.alipay.com/gateway.do';
const alipay = {
  config: { appId: 'the-app', privateKey: pem },
  callback: { auth_code: 'the-code' },
  answers: (changes?: Record<string, unknown>) => ({
    [gateway]: (call: Call) => ({ body: alipayGateway(call, changes) }),
  }),
  hostile: { nick_name: {}, avatar: script },
  withoutId: { [gateway]: (call: Call) => ({ body: alipayGateway(call, {}, {}) }) },
  info: { id: '2088', name: 'Ada', avatar },
  refusal: { [gateway]: { body: alipayError('isv.code-invalid') } },
  refusalData: { error: 'isv.code-invalid', errorDescription: 'wrong' },
};

export const ownCases: SocialCase[] = [
  {
    name: 'QQ',
    factory: qq,
    config: client,
    address: 'https://graph.qq.com/oauth2.0/authorize',
    query: { ...redirect, scope: 'get_user_info' },
    answers: qqAnswers,
    hostile: { nickname: {}, figureurl_qq_1: script },
    withoutId: { ...qqAnswers(), 'https://graph.qq.com/oauth2.0/me': { body: { client_id: 'client' } } },
    info: { id: 'OPENID', name: 'Ada', avatar },
    refusal: {
      'https://graph.qq.com/oauth2.0/token': { body: { error: 100020, error_description: 'code is reused' } },
    },
    refusalData: { error: '100020', errorDescription: 'code is reused' },
  },
  {
    name: 'Xiaomi',
    factory: xiaomi,
    config: { ...client, skipConfirm: true },
    address: 'https://account.xiaomi.com/oauth2/authorize',
    query: { ...redirect, scope: '1 3', skip_confirm: 'true' },
    answers: xiaomiAnswers,
    hostile: { miliaoNick: {}, miliaoIcon: script },
    withoutId: xiaomiAnswers({ openid: null }),
    info: { id: 'OPENID', name: 'Ada', avatar },
    refusal: {
      'https://account.xiaomi.com/oauth2/token': {
        body: '&&&START&&&{"error":96013,"error_description":"invalid code"}',
      },
    },
    refusalData: { error: '96013', errorDescription: 'invalid code' },
  },
  {
    name: 'WeChat (web)',
    factory: wechatWeb,
    config: app,
    address: 'https://open.weixin.qq.com/connect/qrconnect',
    query: { appid: 'the-app', redirect_uri: request.redirectUri, response_type: 'code', scope: 'snsapi_login' },
    ...weChat,
  },
  {
    name: 'WeChat (native)',
    factory: wechatNative,
    config: { ...app, universalLinks: 'https://app.test/' },
    address: 'wechat://',
    query: { app_id: 'the-app', universal_links: 'https://app.test/' },
    ...weChat,
  },
  {
    name: 'WeCom',
    factory: wecom,
    config: { corpId: 'corp', appSecret: 'secret-canary', agentId: '1000002' },
    address: 'https://login.work.weixin.qq.com/wwlogin/sso/login',
    query: { login_type: 'CorpApp', appid: 'corp', agentid: '1000002', redirect_uri: request.redirectUri },
    answers: wecomAnswers,
    hostile: { name: {}, avatar: script, email: [], mobile: {} },
    withoutId: {
      ...wecomAnswers(),
      'https://qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo': { body: { errcode: 0, openid: 'guest' } },
    },
    info: { id: 'ada', email, phone: '8613000000000', name: 'Ada', avatar },
    refusal: {
      ...wecomAnswers(),
      'https://qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo': { body: { errcode: 40029, errmsg: 'invalid code' } },
    },
    refusalData: { error: '40029', errorDescription: 'invalid code' },
  },
  {
    name: 'DingTalk',
    factory: dingtalk,
    config: client,
    address: 'https://login.dingtalk.com/oauth2/auth',
    query: { ...redirect, scope: 'openid', prompt: 'consent' },
    callback: { authCode: 'the-code' },
    answers: dingtalkAnswers,
    hostile: { nick: {}, avatarUrl: script, email: [], mobile: {} },
    withoutId: dingtalkAnswers({ unionId: undefined }),
    info: { id: 'UNION', email, phone: '86130', name: 'Ada', avatar },
    refusal: {
      'https://api.dingtalk.com/v1.0/oauth2/userAccessToken': {
        status: 400,
        body: { code: 'invalidParameter.authCode.notFound', message: 'The code does not exist.' },
      },
    },
    refusalData: { error: 'invalidParameter.authCode.notFound', errorDescription: 'The code does not exist.' },
  },
  {
    name: 'Feishu',
    factory: feishu,
    config: app,
    address: 'https://accounts.feishu.cn/open-apis/authen/v1/authorize',
    query: { ...redirect, client_id: 'the-app' },
    usesPkce: true,
    answers: feishuAnswers,
    hostile: { name: {}, avatar_url: script, email: [], mobile: {} },
    withoutId: feishuAnswers({ open_id: undefined }),
    info: { id: 'ou_1', email, phone: '+86130', name: 'Ada', avatar },
    refusal: {
      'https://accounts.feishu.cn/oauth/v3/token': {
        status: 400,
        body: { code: 20003, error: 'invalid_grant', error_description: 'wrong' },
      },
    },
    refusalData: { error: 'invalid_grant', errorDescription: 'wrong' },
  },
  {
    name: 'Alipay (web)',
    factory: alipayWeb,
    address: 'https://openauth.alipay.com/oauth2/publicAppAuthorize.htm',
    query: { app_id: 'the-app', redirect_uri: request.redirectUri, scope: 'auth_user' },
    ...alipay,
  },
  {
    name: 'Alipay (native)',
    factory: alipayNative,
    address: 'alipay://',
    query: { app_id: 'the-app' },
    ...alipay,
  },
];
