export { createBackupCodes, takeBackupCode, verifyBackupCode, verifyTemporaryCode } from './backup-codes.ts';
export {
  addFactor,
  addSignInPasskey,
  enableFactors,
  requireBindable,
  skipFactors,
  skipPasskey,
  skipSuggestion,
  storeFactors,
} from './bind.ts';
export { sendMfaCode, verifyMfaCode } from './code.ts';
export { findFactorHolder } from './factors.store.ts';
export { heldFactors, type Situation, turnsOn, usedDevice } from './judge.ts';
export {
  askForPasskey,
  askForPasskeyOf,
  askForSignInPasskey,
  createPasskey,
  preflightSignInPasskey,
  requestOwnPasskey,
  takePasskeyUse,
  verifyNewPasskey,
  verifyPasskey,
  verifySignInPasskey,
} from './passkey.ts';
export { requireBound, requireFactor } from './require-factor.ts';
export { createTotp, takeTotpCode, verifyTotp } from './totp.ts';
export { saveTrust, trustDevice } from './trust-device.ts';
