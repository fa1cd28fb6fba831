import { secretsApi } from '@postern/contracts/people/secrets';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { deleteSecret } from './store.ts';

export function secretRoutes(scope: Scope): void {
  route(scope, secretsApi.remove, async ({ db, params: { id } }) => {
    const deleted = await deleteSecret(db, id);
    if (!deleted) {
      throw new AppError('entity.not_found');
    }
    await emit(db, { name: 'Secret.Deleted', subjectId: id, data: deleted });
  });
}
