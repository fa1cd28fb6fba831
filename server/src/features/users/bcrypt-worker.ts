import { parentPort } from 'node:worker_threads';
import bcrypt from 'bcryptjs';

/** One check after the other, in a thread of its own: bcrypt is written to take long, and here it is JavaScript. */
parentPort?.on('message', async ({ id, password, digest }: { id: number; password: string; digest: string }) => {
  parentPort?.postMessage({ id, isRight: await bcrypt.compare(password, digest) });
});
