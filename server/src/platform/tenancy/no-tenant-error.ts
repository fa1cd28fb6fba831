import { AppError } from '#platform/http/errors';

/** Programs get the usual 404 response; browsers get a page. */
export class NoTenantError extends AppError {
  constructor() {
    super('request.not_found');
  }
}
