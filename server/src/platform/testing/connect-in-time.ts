import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';

// Where `localhost` has two addresses Node gives the first 250 ms and then up, also when this process was the one that
// stood still; nothing listens at the second.
setDefaultAutoSelectFamilyAttemptTimeout(20_000);
