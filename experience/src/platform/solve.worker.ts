// Solves a puzzle away from the page, so that typing stays smooth. The worker of the library is for Node.
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

handler({ deriveKey });
