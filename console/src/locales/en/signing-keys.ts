export const signingKeys = {
  purpose: 'Keys that sign tokens and cookies. Change them now and then, and at once when one may have leaked.',
  rotate: 'Rotate',
  rotated: 'Key rotated',
  deleted: 'Key deleted',
  deleteWhat: 'Delete key {{id}}',
  copyId: 'Copy key id',
  copyFingerprint: 'Copy fingerprint',
  columns: {
    id: 'Key id',
    status: 'Status',
    algorithm: 'Algorithm',
    fingerprint: 'SHA-256 fingerprint',
    created: 'Created',
  },
  statuses: { Next: 'Next', Current: 'Current', Previous: 'Previous' },
  signs: 'signs {{when}}',
  'private-keys': {
    title: 'Private keys',
    help: 'Sign ID tokens and access tokens. A new key is published first and signs later, so applications know it before they meet it.',
    rotate: 'Rotate private keys',
    deleteBodies: {
      Next: 'It has signed nothing yet. The current key goes on signing.',
      Current: 'Tokens it signed are refused from now on. The newest of the other keys signs instead.',
      Previous: 'Tokens it signed are refused from now on, even if they have not expired.',
    },
  },
  'cookie-keys': {
    title: 'Cookie keys',
    help: 'Sign the cookies of the sign-in pages. The previous key still counts, so nobody is signed out.',
    rotate: 'Rotate cookie keys',
    rotateBody:
      'New cookies are signed with a new key. The current one still counts; one older than that does not, and whoever has not come back since must sign in again.',
    deleteBodies: {
      Next: 'It has signed nothing yet.',
      Current: 'Whoever signed in with it must sign in again.',
      Previous: 'Whoever has not come back since the rotation must sign in again.',
    },
  },
  deleteTitles: {
    Next: 'Delete the next key?',
    Current: 'Delete the current key?',
    Previous: 'Delete the previous key?',
  },
  rotateHelp: 'A new key takes over. The current one goes on verifying the tokens it signed.',
  algorithms: {
    EC: { name: 'EC', help: 'ES256. Short tokens, quick to sign; right for almost everyone.' },
    RSA: { name: 'RSA', help: 'RS256, 4096 bits. For applications that know nothing else.' },
  },
  start: 'When it signs',
  starts: {
    later: { name: 'In {{grace}}', help: 'Published now. Applications have time to fetch it.' },
    now: { name: 'Now', help: 'For a key that may be known to others.' },
  },
  nowTitle: 'Some applications may refuse new tokens for a while',
  nowBody:
    'They keep the list of keys for up to {{age}}, some longer, and do not know the new key until they fetch it again. To make tokens of a leaked key useless, delete that key afterwards.',
  replacesTitle: 'A key is waiting already',
  replacesBody: 'It has signed nothing yet. The new key takes its place.',
} as const;
