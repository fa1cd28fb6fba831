/**
 * The version of what a proof is about: the security epoch of its user or, while the user is unknown, when it was asked
 * for, in the same unit: an answer may be kept back until the user has changed. Records of the previous release have neither. They are accepted for as long as an interaction
 * lives: one hour.
 */
export type ProofVersion = { epoch?: number | undefined; provenAt?: number | undefined };

/** Whether the user has changed since the proof: then it proves nothing any more (attack 53). */
export const isOutdated = ({ epoch, provenAt }: ProofVersion, current: number): boolean =>
  epoch === undefined ? provenAt !== undefined && provenAt <= current : epoch !== current;

/** Security epochs are in microseconds; this clock only knows milliseconds. */
export const epochOfNow = () => Date.now() * 1000 + 999;
