import { z } from 'zod';
import { codeFlow, describeProvider } from '../../kit/code-flow.ts';
import { describePerson } from '../../kit/describe-person.ts';
import { ConnectorError } from '../../kit/fail.ts';
import { errorData, fetchProfile, objectOf, redeemCode, textOf } from '../../kit/oauth.ts';
import { clientFields, clientItems } from '../../kit/social-items.ts';

const tokenEndpoint = 'https://nid.naver.com/oauth2.0/token';
const userEndpoint = 'https://openapi.naver.com/v1/nid/me';

export const naver = codeFlow({
  metadata: describeProvider('Naver', { id: 'naver-universal', target: 'naver', formItems: clientItems }),
  configGuard: z.object(clientFields),
  authorizationEndpoint: 'https://nid.naver.com/oauth2.0/authorize',
  parameters: ({ clientId }, { redirectUri }) => ({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
  }),
  identify: (fetch) => async (callback, client) => {
    // Naver requires the state once more.
    const state = textOf(callback.data.state);
    const tokens = await redeemCode(fetch, { tokenEndpoint, ...client }, callback, state ? { state } : {});
    const profile = await fetchProfile(fetch, userEndpoint, tokens.access_token);
    if (profile.resultcode !== '00') {
      throw new ConnectorError('social_invalid_access_token', errorData(profile.resultcode, profile.message));
    }
    const user = objectOf(profile.response);
    return {
      userInfo: describePerson({
        id: user.id,
        // A contact address that people enter themselves. Naver documents no flag for verified ones.
        email: user.email,
        name: user.name ?? user.nickname,
        avatar: user.profile_image,
        rawData: profile,
      }),
    };
  },
});
