import type { CustomTokenType } from '@postern/contracts/access/custom-jwt';
import i18next from 'i18next';

/** A starting point that runs unchanged and adds no claims. */
export function defaultScript(tokenType: CustomTokenType): string {
  const isAccess = tokenType === 'access-token';
  const example = isAccess ? "plan: context.user.customData.plan ?? 'free'," : 'team: environmentVariables.TEAM,';
  return `// ${i18next.t('customJwt.script.comment')}
const getCustomJwtClaims = async ({ token, context, environmentVariables, api }) => {
  // ${i18next.t('customJwt.script.denyComment')}
  // api.denyAccess('…');

  return {
    // ${example}
  };
};
`;
}
