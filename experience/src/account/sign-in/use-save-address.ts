import type { Address } from '@postern/contracts/sign-in/sign-in';
import { useRef } from 'react';
import { CallError, isPassing } from '../../platform/client.ts';
import { callAccount } from '../client.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';

const put = ({ type, value }: Address, newIdentifierVerificationRecordId: string, proof: string) =>
  type === 'email'
    ? callAccount('setEmail', { body: { email: value, newIdentifierVerificationRecordId }, proof })
    : callAccount('setPhone', { body: { phone: value, newIdentifierVerificationRecordId }, proof });

async function isTheirs({ type, value }: Address): Promise<boolean> {
  const { primaryEmail, primaryPhone } = await callAccount('get');
  return type === 'email' ? primaryEmail?.toLowerCase() === value.toLowerCase() : primaryPhone === value;
}

/** Saves a proven address; false when the person cancels. Handles a save whose response was lost. */
export function useSaveAddress(proof: string) {
  const { withProof } = useVerifyIdentity();
  const isLost = useRef(false);
  return async (address: Address, recordId: string): Promise<boolean> => {
    try {
      return await withProof((id) => put(address, recordId, id), proof);
    } catch (error) {
      const code = error instanceof CallError ? error.code : '';
      // A record can be used once: if it is gone after a lost response, it was used.
      if (isLost.current && code === 'verification_record.not_found' && (await isTheirs(address))) {
        return true;
      }
      isLost.current ||= isPassing(code);
      throw error;
    }
  };
}
