/** The names under which the sign-in slice stores data in the engine's result of an interaction. */

/** The state of an unfinished sign-in. */
export const signInStateKey = 'postern';
/** The sign-in methods of a finished one. */
export const signInSummaryKey = 'posternSignIn';
/** The digest of the device. */
export const signInDeviceKey = 'posternDevice';
/** The session at the identity provider of a company. */
export const signInProviderKey = 'posternProvider';
/** The security epoch of the user at the end of the sign-in. */
export const signInEpochKey = 'posternEpoch';
/** The security epoch of the user now. The adapter adds it to what it reads. */
export const currentEpochKey = 'posternCurrentEpoch';
