import { subjectTokensApi, subjectTokenTtl } from '@postern/contracts/access/subject-tokens';
import { subjectTokenPrefix } from '@postern/contracts/wire';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import { insertSubjectToken, storedId } from './store.ts';

export function subjectTokenRoutes(scope: Scope): void {
  route(scope, subjectTokensApi.create, async ({ app, db, caller, body: { userId, context } }) => {
    const token = subjectTokenPrefix + newId();
    const id = storedId(token, app.vault.sealsSettings());
    // The creator comes from the verified token, never from the request body.
    const creatorId = caller.subject;
    if (!(await insertSubjectToken(db, { id, userId, creatorId, context, seconds: subjectTokenTtl }))) {
      throw new AppError('entity.not_exists_with_id', { values: { name: 'User', id: userId } });
    }
    await emit(db, { name: 'SubjectToken.Created', subjectId: userId, data: { creatorId } });
    return { subjectToken: token, expiresIn: subjectTokenTtl };
  });
}
