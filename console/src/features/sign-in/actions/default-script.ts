import type { ActionType } from '@postern/contracts/sign-in/actions';
import i18next from 'i18next';

const examples: Record<ActionType, string> = {
  postFirstFactorVerification: `  const { identifier, user, password } = event;
  // {{keep}}
  if (user?.hasPassword) {
    return;
  }
  const answer = await fetch('https://old.example.com/verify', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: \`Bearer \${environmentVariables.OLD_SYSTEM_KEY}\` },
    body: JSON.stringify({ login: identifier.value, password }),
  });
  if (!answer.ok) {
    return;
  }
  const { name } = await answer.json();
  return { action: user ? 'updateUser' : 'createUser', user: { name }, passwordVerified: true };`,
  postSignIn: `  // {{refuse}}
  // throw new Error('…');

  // {{update}}
  // return { action: 'updateUser', user: { customData: { seen: true } } };`,
};

/** A starting point: it runs unchanged, and the one for the end of a sign-in changes nothing. */
export function defaultScript(type: ActionType): string {
  const words: Record<string, string> = {
    keep: i18next.t('signInActions.script.keep'),
    refuse: i18next.t('signInActions.script.refuse'),
    update: i18next.t('signInActions.script.update'),
  };
  const body = examples[type].replace(/\{\{(\w+)\}\}/g, (_, name: string) => words[name] ?? '');
  return `// ${i18next.t(`signInActions.script.${type}`)}
const runAction = async ({ event, environmentVariables }) => {
${body}
};
`;
}
