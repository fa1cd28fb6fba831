/** Plain descriptions for engine errors that require knowledge of its internals or say too little. */
const plain: Record<string, string> = {
  'oops! something went wrong': 'The server could not handle the request. Its log has the details.',
  'request is invalid': 'The request is not valid.',
  'grant request is invalid':
    'The code or token is unknown, expired, already used, or belongs to another application or redirect URI.',
  'invalid token provided': 'The access token is unknown, expired or not meant for this endpoint.',
  'client is invalid': 'The application is unknown.',
  'unrecognized id_token_hint audience': 'The ID token was issued to an application that is unknown.',
  'resource indicator is missing, or unknown': 'The resource is missing or unknown.',
  'resource indicator must be an absolute URI': 'The resource must be an absolute URI.',
  'resource indicator must not contain a fragment component': 'The resource must not contain a fragment (#).',
  'only a single resource indicator value must be requested/resolved during Access Token Request':
    'A token is for one resource. Send one `resource`.',
  'only a single resource indicator value is supported for this grant type':
    'A token is for one resource. Send one `resource`.',
  'only a single audience value is supported': 'A token is for one resource. Send one `resource`.',
  'Authorization Server policy requires PKCE to be used for this request':
    'This application must use PKCE. Send `code_challenge` and `code_challenge_method=S256`.',
  'not supported value of code_challenge_method': '`code_challenge_method` must be S256.',
  'Pushed Authorization Request must be used':
    'This application must send its authorization requests to the pushed authorization request endpoint first.',
  "authorization request is still pending as the end-user hasn't yet completed the user interaction steps":
    'The person has not finished signing in yet. Ask again later.',
  'you are polling too quickly and should back off at a reasonable rate': 'Wait longer between two requests.',
  'unsupported grant_type requested': 'This `grant_type` is not supported.',
  'unsupported response_type requested': 'This `response_type` is not supported.',
  'unsupported response_mode requested': 'This `response_mode` is not supported.',
  'unsupported prompt value requested': 'This `prompt` is not supported.',
  'requested grant type is not allowed for this client': 'This application may not use this `grant_type`.',
  'requested response_type is not allowed for this client': 'This application may not use this `response_type`.',
  'requested response_mode is not allowed for this client or request':
    'This `response_mode` cannot be used with this `response_type`.',
  'End-User authentication is required': 'The person must sign in.',
  'End-User authentication could not be obtained': 'The person must sign in again.',
  'login prompt was not resolved': 'The person must sign in.',
  'consent prompt was not resolved': 'The person must agree first.',
  'native clients require End-User interaction': 'The person must agree first.',
  'requested scopes not granted': 'The person has not agreed to all scopes.',
  'requested claims not granted': 'The person has not agreed to all claims.',
  'id_token_hint and authenticated subject do not match': 'The ID token is of another person than the one signed in.',
  'access token missing openid scope': 'The access token lacks the scope openid.',
  'access token must only be provided using one mechanism': 'Send the access token once.',
  'access tokens must not be provided via query parameter': 'Send the access token in the Authorization header.',
  'invalid authorization header value format': 'The Authorization header must be `Bearer` and a token.',
  'authorization session and cookie identifier mismatch': 'The sign-in was started in another browser or has expired.',
  'interaction session and authentication session mismatch': 'The person signed in or out meanwhile. Start again.',
};

/** Replaces the error description in a response of the engine. */
export function explainEngineError<T extends object>(answer: T): T {
  const { error_description: given } = answer as { error_description?: unknown };
  const words = typeof given === 'string' ? plain[given] : undefined;
  return words === undefined ? answer : { ...answer, error_description: words };
}
