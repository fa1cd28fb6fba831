import { type LogPayload, nextStepCodes } from '@postern/contracts/records/audit';

export type Outcome = 'Success' | 'Continues' | 'Error';

/** The outcome of an entry. */
export function outcomeOf({ result, error }: Pick<LogPayload, 'result' | 'error'>): Outcome {
  if (result === 'Success') {
    return 'Success';
  }
  const code = typeof error === 'object' ? error.code : undefined;
  return typeof code === 'string' && nextStepCodes.has(code) ? 'Continues' : 'Error';
}
