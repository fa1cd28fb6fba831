import { type CodeFlow, sentCode } from '../../platform/draft.ts';
import type { Route, Step } from '../../platform/router.ts';
import { CodePage } from './code-page.tsx';

export { proveCode, questionFor, showCode } from './prove.ts';
export { requestCode } from './request.ts';

/** Redirects to the first page of the flow if no code was sent. */
const codeRoute = (flow: CodeFlow, first: string): Route => ({
  path: `/${flow}/verification-code`,
  Page: () => <CodePage flow={flow} />,
  instead: () => (sentCode(flow) ? undefined : first),
});

export const verificationCode: Step = {
  routes: [
    codeRoute('sign-in', '/sign-in'),
    codeRoute('register', '/register'),
    codeRoute('forgot-password', '/forgot-password'),
    codeRoute('continue', '/sign-in'),
  ],
};
