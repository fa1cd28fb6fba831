import { z } from 'zod';
import { codeFlow, codeNamed, describeProvider } from '../../kit/code-flow.ts';
import { describePerson } from '../../kit/describe-person.ts';
import { ConnectorError } from '../../kit/fail.ts';
import { errorData, textOf } from '../../kit/oauth.ts';
import { text } from '../../kit/read-config.ts';
import { scopeField, scopeItem, scopesOf } from '../../kit/social-items.ts';
import { createApi } from './api.ts';

const defaultScope = 'snsapi_base';

/** Digits with the country code, that of China if there is none. */
const withCountry = (phone: string | undefined) =>
  phone && (/^1\d{10}$/.test(phone) ? `86${phone}` : phone.replace(/^\+/, '').replace('-', ''));

/** The browser inside of the WeCom app signs people in without a QR code. */
const isInside = (userAgent = '') => /wxwork/i.test(userAgent);

export const wecom = codeFlow({
  metadata: describeProvider('WeCom', {
    id: 'wecom-universal',
    target: 'wecom',
    formItems: [
      { key: 'corpId', label: 'Corp ID', type: 'Text', required: true },
      { key: 'appSecret', label: 'App secret', type: 'Text', required: true, isConfidential: true },
      { key: 'agentId', label: 'Agent ID', type: 'Text', required: true },
      scopeItem(defaultScope),
    ],
  }),
  configGuard: z.object({ corpId: text, appSecret: text, agentId: text, ...scopeField }),
  authorizationEndpoint: (_, { headers: { userAgent } }) =>
    isInside(userAgent)
      ? 'https://open.weixin.qq.com/connect/oauth2/authorize#wechat_redirect'
      : 'https://login.work.weixin.qq.com/wwlogin/sso/login',
  parameters: ({ corpId, agentId, scope }, { redirectUri, headers: { userAgent }, scope: wanted }) => ({
    appid: corpId,
    agentid: agentId,
    redirect_uri: redirectUri,
    ...(isInside(userAgent)
      ? { response_type: 'code', scope: scopesOf(wanted ?? scope, defaultScope) }
      : { login_type: 'CorpApp' }),
  }),
  identify: (fetch) => {
    const api = createApi(fetch);
    return async (callback, settings) => {
      const code = codeNamed(callback, 'code');
      const found = await api.ask(settings, 'auth/getuserinfo', { code });
      const userId = textOf(found.userid);
      if (!userId) {
        // WeCom returns another ID for people who are not members of the company.
        throw new ConnectorError('authorization_failed', errorData('not_a_member', 'Only members can sign in.'));
      }
      const [member, details] = await Promise.all([
        api.ask(settings, 'user/get', { userid: userId }),
        // Only with the scope snsapi_privateinfo and the consent of the member.
        textOf(found.user_ticket)
          ? api.ask(settings, 'auth/getuserdetail', {}, { user_ticket: found.user_ticket })
          : Promise.resolve<Record<string, unknown>>({}),
      ]);
      return {
        userInfo: describePerson({
          id: userId,
          // The company enters these; WeCom documents no flag for verified ones.
          email: textOf(details.email) ?? textOf(details.biz_mail) ?? textOf(member.email) ?? textOf(member.biz_mail),
          phone: withCountry(textOf(details.mobile) ?? textOf(member.mobile)),
          name: member.name,
          avatar: textOf(details.avatar) ?? member.avatar,
          rawData: { ...member, ...details },
        }),
      };
    };
  },
});
