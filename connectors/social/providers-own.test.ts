import { createPublicKey, verify } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { contentOf } from '../kit/alipay.ts';
import type { fakeProvider } from '../testing.ts';
import { type Call, type SocialCase, visitProvider } from '../testing.ts';
import { formOf, oauthCases } from './testing-oauth-cases.ts';
import { alipayGateway, keys, ownCases, weChatAnswers, wecomAnswers } from './testing-own-cases.ts';

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

async function visit(...given: Parameters<typeof visitProvider>) {
  const visited = await visitProvider(...given);
  provider = visited.provider;
  return visited;
}

function caseOf(name: string): SocialCase {
  const found = [...oauthCases, ...ownCases].find((one) => one.name === name);
  if (!found) {
    throw new Error(`no case ${name}`);
  }
  return found;
}

test.each<[string, Record<string, unknown>]>([
  ['GitLab', { email_verified: false }],
  ['GitLab', { email_verified: 'true' }],
  ['Slack', { email_verified: false }],
  ['LinkedIn', { email_verified: undefined }],
  ['Hugging Face', { email_verified: 1 }],
  ['Patreon', { is_email_verified: false }],
  ['Kakao', { is_email_verified: false }],
  ['Kakao', { is_email_valid: false }],
])('%s: omits an address with %o', async (name, changes) => {
  const one = caseOf(name);
  const info = await (await visit(one, one.answers(changes))).back();
  expect(info.id).toBe('42');
  expect(info).not.toHaveProperty('email');
  expect(info).not.toHaveProperty('isEmailVerified');
});

test.each(['Amazon', 'Facebook', 'LINE', 'Naver', 'WeCom', 'DingTalk', 'Feishu'])(
  '%s documents no flag, so an address is not called verified',
  async (name) => {
    const one = caseOf(name);
    const info = await (await visit(one, one.answers())).back();
    expect(info.email).toBe('ada@x.test');
    expect(info.isEmailVerified).toBeUndefined();
  },
);

test.each<[string, string, Record<string, unknown>, string]>([
  ['Slack', 'https://slack.com/api/openid.connect.userInfo', { ok: false, error: 'invalid_auth' }, 'invalid_auth'],
  ['KOOK', 'https://www.kookapp.cn/api/v3/user/me', { code: 40100, message: 'no' }, '40100'],
  ['Naver', 'https://openapi.naver.com/v1/nid/me', { resultcode: '024', message: 'Authentication failed' }, '024'],
  ['QQ', 'https://graph.qq.com/user/get_user_info', { ret: -23, msg: 'token is invalid' }, '-23'],
  ['QQ', 'https://graph.qq.com/oauth2.0/me', { client_id: 'other', openid: 'OPENID' }, 'client_mismatch'],
  ['Xiaomi', 'https://open.account.xiaomi.com/user/profile', { result: 'error', code: 96008 }, '96008'],
  ['WeChat (web)', 'https://api.weixin.qq.com/sns/userinfo', { errcode: 40014, errmsg: 'no' }, '40014'],
  [
    'DingTalk',
    'https://api.dingtalk.com/v1.0/contact/users/me',
    { code: 'InvalidAuthentication' },
    'InvalidAuthentication',
  ],
  ['Feishu', 'https://open.feishu.cn/open-apis/authen/v1/user_info', { code: 20005, msg: 'no' }, '20005'],
])('%s: a refused token is an error although the status is 200', async (name, address, body, error) => {
  const one = caseOf(name);
  const { back } = await visit(one, { ...one.answers(), [address]: { body } });
  await expect(back()).rejects.toMatchObject({ code: 'social_invalid_access_token', data: { error } });
});

describe('X', () => {
  const one = caseOf('X');

  test('reads the address only with the scope for it', async () => {
    const token = {
      'https://api.x.com/2/oauth2/token': { body: { access_token: 'at', scope: 'users.read users.email' } },
    };
    const { back } = await visit(one, { ...one.answers({ confirmed_email: 'ada@x.test' }), ...token });
    expect(await back()).toMatchObject({ email: 'ada@x.test', isEmailVerified: true });
    expect(provider.calls[1]?.url.searchParams.get('user.fields')).toBe('profile_image_url,confirmed_email');
  });
});

describe('LINE', () => {
  const one = caseOf('LINE');

  test.each<[string, object]>([
    ['of another channel', { aud: 'other' }],
    ['of another issuer', { iss: 'https://evil.test' }],
    ['of another sign-in', { nonce: 'other' }],
    ['without a nonce', { nonce: undefined }],
  ])('refuses an ID token %s', async (_what, changes) => {
    const { back } = await visit(one, one.answers({ ...changes }));
    await expect(back()).rejects.toMatchObject({ code: 'social_invalid_id_token' });
  });

  test('repeats why LINE refuses an ID token', async () => {
    const { back } = await visit(one, {
      ...one.answers(),
      'https://api.line.me/oauth2/v2.1/verify': {
        status: 400,
        body: { error: 'invalid_request', error_description: 'IdToken expired.' },
      },
    });
    await expect(back()).rejects.toMatchObject({
      code: 'social_invalid_id_token',
      data: { error: 'invalid_request', errorDescription: 'IdToken expired.' },
    });
  });

  test('reads the profile if there is no ID token', async () => {
    const { back } = await visit(one, {
      'https://api.line.me/oauth2/v2.1/token': { body: { access_token: 'at' } },
      'https://api.line.me/v2/profile': { body: { userId: '42', displayName: 'Ada', pictureUrl: 'http://x.test/a' } },
    });
    expect(await back()).toMatchObject({ id: '42', name: 'Ada', avatar: 'http://x.test/a' });
  });
});

test('Kakao works without a client secret', async () => {
  const one = { ...caseOf('Kakao'), config: { clientId: 'client' } };
  const { back } = await visit(one, one.answers());
  await back();
  expect(formOf(provider.calls[0])).not.toHaveProperty('client_secret');
});

test('Facebook returns tokens that can be stored', async () => {
  const one = caseOf('Facebook');
  const { connector, session } = await visit(one, one.answers());
  const both = await connector.getTokenResponseAndUserInfo?.({ code: 'c', state: 'some-state' }, async () => session);
  expect(both?.tokenResponse).toMatchObject({ access_token: 'at', expires_in: 3600 });
});

describe('WeChat', () => {
  test('the website and the app find the same person', async () => {
    const [web, native] = [caseOf('WeChat (web)'), caseOf('WeChat (native)')];
    const { uri, back } = await visit(web, weChatAnswers());
    expect(uri.hash).toBe('#wechat_redirect');
    const fromWeb = await back();
    await provider.close();
    expect((await (await visit(native, weChatAnswers())).back()).id).toBe(fromWeb.id);
  });

  test('without a union ID, the open ID is used', async () => {
    const { back } = await visit(caseOf('WeChat (web)'), weChatAnswers({ unionid: undefined }));
    expect((await back()).id).toBe('OPENID');
  });
});

describe('WeCom', () => {
  const one = caseOf('WeCom');
  const paths = () => provider.calls.map(({ url }) => url.pathname.replace('/cgi-bin/', ''));

  test('inside of the app, redirects to the page without a QR code', async () => {
    const userAgent = 'Mozilla/5.0 wxwork/4.1.0 MicroMessenger/7.0.1';
    const config = { ...one.config, scope: 'snsapi_privateinfo' };
    const { uri } = await visit({ ...one, config }, {}, { headers: { userAgent } });
    expect(uri.origin + uri.pathname + uri.hash).toBe(
      'https://open.weixin.qq.com/connect/oauth2/authorize#wechat_redirect',
    );
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ scope: 'snsapi_privateinfo', response_type: 'code' });
  });

  test('requests the token of the app once for many sign-ins', async () => {
    const { back } = await visit(one, wecomAnswers());
    await back();
    await back();
    expect(paths().filter((path) => path === 'gettoken')).toHaveLength(1);
  });

  test('requests another token when WeCom ended the first one', async () => {
    const answers = wecomAnswers();
    const info = answers['https://qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo'];
    const replies = [{ body: { errcode: 42001, errmsg: 'access_token expired' } }];
    const { back } = await visit(one, {
      ...answers,
      'https://qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo': (call: Call) => replies.shift() ?? info(call),
    });
    expect((await back()).id).toBe('ada');
    expect(paths().slice(0, 4)).toEqual(['gettoken', 'auth/getuserinfo', 'gettoken', 'auth/getuserinfo']);
  });

  test('refuses people who are not members, and a wrong secret', async () => {
    const { back } = await visit(one, one.withoutId);
    await expect(back()).rejects.toMatchObject({ code: 'authorization_failed', data: { error: 'not_a_member' } });
    await provider.close();
    const wrong = await visit({ ...one, config: { ...one.config, appSecret: 'wrong' } }, wecomAnswers());
    await expect(wrong.back()).rejects.toMatchObject({ code: 'general', data: { error: '40001' } });
  });
});

describe('Alipay', () => {
  const one = caseOf('Alipay (web)');
  const gateway = 'https://openapi.alipay.com/gateway.do';
  const answers = { [gateway]: (call: Call) => ({ body: alipayGateway(call) }) };
  const der = (type: 'pkcs1' | 'pkcs8') => keys.privateKey.export({ type, format: 'der' }).toString('base64');

  test.each<[string, object]>([
    ['RSA2', { signType: 'RSA2' }],
    ['RSA', { signType: 'RSA' }],
    ['a key of the tool in PKCS #8', { privateKey: der('pkcs8') }],
    ['a key of the tool in PKCS #1, with line breaks', { privateKey: der('pkcs1').replaceAll(/(.{64})/g, '$1\n') }],
    ['a PEM in PKCS #1', { privateKey: keys.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString() }],
  ])('signs with %s', async (_what, more) => {
    const { back } = await visit({ ...one, config: { ...one.config, ...more } }, answers);
    expect((await back()).id).toBe('2088');
  });

  test('the signed text has every parameter once, sorted by name', async () => {
    const { back } = await visit(one, answers);
    await back();
    const { sign = '', ...parameters } = formOf(provider.calls[0]);
    const content = contentOf({ ...parameters, sign, empty: '' });
    expect(content).toMatch(
      /^app_id=the-app&charset=utf-8&code=the-code&format=JSON&grant_type=authorization_code&method=alipay\.system\.oauth\.token&sign_type=RSA2&timestamp=[\d-]{10} [\d:]{8}&version=1\.0$/,
    );
    const key = createPublicKey(keys.publicKey.export({ type: 'spki', format: 'pem' }));
    expect(verify('sha256', Buffer.from(content), key, Buffer.from(sign, 'base64'))).toBe(true);
  });

  test('reads responses in GBK', async () => {
    const config = { ...one.config, charset: 'gbk' };
    const { back } = await visit(
      { ...one, config },
      {
        [gateway]: (call: Call) => {
          const [before, after = ''] = JSON.stringify(alipayGateway(call, { nick_name: '@' })).split('@');
          // 张三 in GBK.
          const name = after ? Buffer.from([0xd5, 0xc5, 0xc8, 0xfd]) : Buffer.alloc(0);
          return { body: Buffer.concat([Buffer.from(before ?? ''), name, Buffer.from(after)]) };
        },
      },
    );
    expect((await back()).name).toBe('张三');
    expect(formOf(provider.calls[0]).charset).toBe('gbk');
  });

  test.each<[string, string]>([
    ['no key', 'not a key'],
    ['a key of another kind', '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA\n-----END PRIVATE KEY-----'],
    ['the public key', keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()],
  ])('refuses %s in the settings', async (_what, privateKey) => {
    const { connector } = await visit(one, answers);
    const result = connector.configGuard.safeParse({ appId: 'a', privateKey });
    expect(result).toMatchObject({ success: false, error: { issues: [{ path: ['privateKey'] }] } });
  });

  test('a new app has an open ID instead of a user ID', async () => {
    const { back } = await visit(one, {
      [gateway]: (call: Call) => ({ body: alipayGateway(call, {}, { open_id: 'OPEN' }) }),
    });
    expect((await back()).id).toBe('OPEN');
  });

  test('a refused token and a refused signature have errors of their own', async () => {
    const token = { alipay_system_oauth_token_response: { access_token: 'wrong', user_id: '2088' } };
    const { back } = await visit(one, {
      [gateway]: (call: Call) => ({
        body: formOf(call).method === 'alipay.system.oauth.token' ? token : alipayGateway(call),
      }),
    });
    await expect(back()).rejects.toMatchObject({ code: 'social_invalid_access_token' });
    await provider.close();
    const refused = await visit(one, {
      [gateway]: { body: { error_response: { code: '40002', sub_code: 'isv.invalid-signature', sub_msg: 'no' } } },
    });
    await expect(refused.back()).rejects.toMatchObject({ code: 'general', data: { error: 'isv.invalid-signature' } });
  });
});
