import { z } from 'zod';
import { codeFlow, describeProvider } from '../../kit/code-flow.ts';
import { describePerson } from '../../kit/describe-person.ts';
import { fetchProfile, objectOf, redeemCode, textOf } from '../../kit/oauth.ts';
import { optionalText, text } from '../../kit/read-config.ts';

const tokenEndpoint = 'https://kauth.kakao.com/oauth/token';
const userEndpoint = 'https://kapi.kakao.com/v2/user/me';

/** Kakao writes numbers as `+82 10-1234-5678`. */
const digitsOf = (phone: unknown) => textOf(phone)?.replaceAll(/[^\d]/g, '');

export const kakao = codeFlow({
  metadata: describeProvider('Kakao', {
    id: 'kakao-universal',
    target: 'kakao',
    formItems: [
      { key: 'clientId', label: 'REST API key', type: 'Text', required: true },
      {
        key: 'clientSecret',
        label: 'Client secret',
        type: 'Text',
        isConfidential: true,
        description: 'Required if it is enabled for your app.',
      },
    ],
  }),
  configGuard: z.object({ clientId: text, clientSecret: optionalText }),
  authorizationEndpoint: 'https://kauth.kakao.com/oauth/authorize',
  parameters: ({ clientId }, { redirectUri, scope }) => ({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    // Kakao asks for the items of the app's settings if there is none. Items are separated by commas.
    scope: scope?.split(/\s+/).join(','),
  }),
  identify:
    (fetch) =>
    async (callback, { clientId, clientSecret = '' }) => {
      const tokens = await redeemCode(fetch, { tokenEndpoint, clientId, clientSecret }, callback);
      const user = await fetchProfile(fetch, userEndpoint, tokens.access_token);
      const account = objectOf(user.kakao_account);
      const profile = objectOf(account.profile);
      const hasProvenEmail = account.is_email_valid === true && account.is_email_verified === true;
      return {
        userInfo: describePerson({
          id: user.id,
          email: hasProvenEmail ? account.email : undefined,
          isEmailVerified: true,
          phone: digitsOf(account.phone_number),
          name: profile.nickname,
          avatar: profile.profile_image_url,
          rawData: user,
        }),
      };
    },
});
