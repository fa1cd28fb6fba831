import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';

// If `localhost` has two addresses, Node tries the first for only 250 ms, even if this process itself was stalled, and
// then fails, because nothing listens on the second.
setDefaultAutoSelectFamilyAttemptTimeout(20_000);
