import { oneTimeTokenSeconds, oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { throttled } from '#features/operations/throttle';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { consumeOneTimeToken } from './consume.ts';
import { tokenSealer, withToken } from './seal-tokens.ts';
import {
  countOneTimeTokens,
  deleteOneTimeToken,
  findOneTimeToken,
  insertOneTimeToken,
  listOneTimeTokens,
  updateStatus,
} from './store.ts';

function known<T>(value: T | undefined, id: string): T {
  if (value === undefined) {
    throw new AppError('entity.not_exists_with_id', { values: { name: 'One-time token', id } });
  }
  return value;
}

export function oneTimeTokenRoutes(scope: Scope): void {
  route(scope, oneTimeTokensApi.list, async ({ app, db, query: { email, status }, page, total }) => {
    const filter = { email, status };
    if (page) {
      total(await countOneTimeTokens(db, filter));
    }
    return (await listOneTimeTokens(db, filter, page)).map((row) => withToken(app, row));
  });

  route(scope, oneTimeTokensApi.get, async ({ app, db, params: { id } }) =>
    withToken(app, known(await findOneTimeToken(db, id), id)),
  );

  route(scope, oneTimeTokensApi.create, async ({ app, tenantId, db, body }) => {
    const token = await insertOneTimeToken(db, tokenSealer(app, tenantId), body, body.expiresIn ?? oneTimeTokenSeconds);
    await emit(db, { name: 'OneTimeToken.Created', subjectId: token.id, data: { email: token.email } });
    return token;
  });

  route(scope, oneTimeTokensApi.verify, {
    respond: async ({ app, tenantId, body, languages }) => {
      const { sentinelPolicy: policy } = await getSignInExperience(app, tenantId);
      const target = body.email;
      const locks = { type: 'email', value: target } as const;
      const guess = { target, locks, action: 'OneTimeToken', policy, languages } as const;
      const token = await throttled(app, tenantId, guess, () => consumeOneTimeToken(app, tenantId, body));
      if (!token) {
        throw new AppError('one_time_token.token_not_found');
      }
      return token;
    },
  });

  route(scope, oneTimeTokensApi.setStatus, async ({ app, db, params: { id }, body: { status } }) => {
    const current = known(await findOneTimeToken(db, id), id);
    if (status === 'active') {
      throw new AppError('one_time_token.cannot_reactivate_token');
    }
    const updated = known(await updateStatus(db, id, status), id);
    await emit(db, {
      name: 'OneTimeToken.Data.Updated',
      subjectId: id,
      data: { email: current.email, from: current.status, status },
    });
    return withToken(app, updated);
  });

  route(scope, oneTimeTokensApi.remove, async ({ db, params: { id } }) => {
    if (!(await deleteOneTimeToken(db, id))) {
      throw new AppError('entity.not_found');
    }
    await emit(db, { name: 'OneTimeToken.Deleted', subjectId: id });
  });
}
