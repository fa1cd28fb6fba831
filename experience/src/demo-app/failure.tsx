import { AuthorizationResponseError, ResponseBodyError } from 'oauth4webapi';
import { Icon } from '../parts/icons.tsx';
import { useDemoPhrases } from './phrases.ts';

/** The OAuth error code, and its description if the server sent one. */
export function Failure({ error }: { error: unknown }) {
  const { failure } = useDemoPhrases();
  const known = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError ? error : undefined;
  return (
    <div className="demo-failure" role="alert">
      <Icon name="alert" />
      <div>
        <b>{failure.title}</b>
        <p>{known?.error_description ?? failure.unknown}</p>
        <code>{known?.error ?? (error instanceof Error ? error.message : '')}</code>
      </div>
    </div>
  );
}
