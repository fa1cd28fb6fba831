import { oauthProvider } from '../../kit/code-flow.ts';
import { describeClaims } from '../../kit/describe-person.ts';

export const huggingface = oauthProvider({
  name: 'Hugging Face',
  id: 'huggingface-universal',
  target: 'huggingface',
  authorizationEndpoint: 'https://huggingface.co/oauth/authorize',
  tokenEndpoint: 'https://huggingface.co/oauth/token',
  profileEndpoint: 'https://huggingface.co/oauth/userinfo',
  defaultScope: 'openid profile email',
  usesPkce: true,
  describe: describeClaims,
});
