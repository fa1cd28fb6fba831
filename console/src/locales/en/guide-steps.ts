/** Prose of the guides, loaded with the first one that is opened. Code between backticks is shown as code. */
export const guideSteps = {
  titles: {
    install: 'Install the SDK',
    installLibrary: 'Install the library',
    installPlugin: 'Install the plugin',
    configure: 'Configure the SDK',
    environment: 'Set environment variables',
    settings: 'Fill in the settings',
    redirects: 'Add the redirect URIs',
    scheme: 'Register the scheme',
    manifest: 'Request permissions',
    storage: 'Store the session',
    security: 'Set up security',
    callback: 'Handle the callback',
    signIn: 'Sign in and out',
    signOut: 'Sign out',
    signOutEverywhere: 'End the session at Postern',
    user: 'Read the user',
    protect: 'Protect a page',
    api: 'Call an API',
    verify: 'Verify access tokens',
    tryIt: 'Try it',
    token: 'Get a token',
    code: 'Get a token in code',
    managementApi: 'Call the management API',
    ownApi: 'Call your own API',
    machineRole: 'Assign a role',
    handOver: 'Share the values',
    samlMetadata: 'Give the service provider our metadata',
    samlServiceProvider: 'Enter the values of the service provider',
    samlAttributes: 'Choose the attributes',
    permissions: 'Choose its permissions',
    request: 'Send people to sign in',
    openActions: 'Open the actions of your GPT',
    schema: 'Describe the API',
  },
  texts: {
    installSdk: 'Add the SDK to your project.',
    installSdkAndPeers: 'Add the SDK, and the packages that it uses to open the browser and to store tokens.',
    installOidcLibrary: 'Any OpenID Connect library works. This one is well maintained for the framework.',
    redirects:
      'People are sent to these addresses after they sign in or out. Other addresses are refused, so add them to the application. If you change them here, the samples change too.',
    ownSite: 'Enter the address of your site first.',
    provider: 'Wrap your app in the provider. It stores the session and makes it available to every component.',
    plugin: 'Register the plugin once. It stores the session and makes it available to every component.',
    oneClient: 'Create one client and use it everywhere.',
    serverConfig: 'Keep the configuration on the server. The secret must never reach the browser.',
    cookieSecret:
      'The session cookie is encrypted with a random value. We generated one for you. Do not commit it to your repository.',
    sessionSecret:
      'Sessions are signed with a random value. We generated one for you. Do not commit it to your repository.',
    environment: 'Store the values in environment variables, not in the code.',
    callbackPage:
      'The browser returns to this page with an authorization code. The SDK exchanges it for tokens, then your code continues.',
    callbackRoute: 'Add a separate route for it that does not require sign-in.',
    callbackRouteHandler:
      'The browser returns with an authorization code. This route exchanges it for tokens and starts the session.',
    authRoutes: 'One route serves sign-in, callback and sign-out.',
    signInButtons:
      'Sign-in leaves your page and returns to the redirect URI. Sign-out also ends the session at Postern.',
    serverActions: 'Both are server actions, so no token leaves the server.',
    serverSideUser: 'The page reads the session on the server. Plain links start and end it.',
    loaderUser: 'The loader reads the session on the server. Plain links start and end it.',
    userClaims: 'The claims of the ID token identify the user. Request more scopes to get more claims.',
    userInfo: 'Userinfo returns the current data of the user. Request more scopes to get more data.',
    apiResource:
      'Name the API when you request a token. Replace the address with the identifier of your API resource. The token is refreshed when it expires.',
    apiParameters: 'Name the API in every request. Replace the address with the identifier of your API resource.',
    protectPage: 'Redirect people who are not signed in before the page is rendered.',
    protectRoute: 'API routes can read the session too. Return 401 to people who are not signed in.',
    refreshToken: '`offline_access` with `prompt=consent` returns a refresh token, so that people stay signed in.',
    signOutBoth:
      'End your own session first, then the session at Postern. Otherwise the next sign-in succeeds without asking for credentials.',

    angularConfig: 'The library reads everything else from the issuer, and checks the session when the app starts.',
    angularComponent: 'The service provides the signed-in user as signals.',
    extensionManifest: 'The extension opens the sign-in window, stores tokens and calls your endpoint.',
    extensionRedirect:
      'Find the ID of your extension under `chrome://extensions`, enter it in both addresses, and add them to the application.',
    extensionWorker: 'The service worker holds the client, so closing the popup does not end the sign-in.',
    extensionPopup: 'The popup only sends messages to the service worker.',
    extensionApi: 'Add the address of the API to `host_permissions` as well.',
    webflowHead: 'In the site settings, under custom code, add this to the head of every page.',
    webflowCallback: 'Create a page named `callback` and add this to its custom code.',
    webflowButtons: 'Give two buttons the IDs `sign-in` and `sign-out`, and add this before the end of the body.',
    webflowUser: 'Embed this where the name should appear.',

    nativeScheme: 'Use a unique scheme, such as your domain in reverse.',
    nativeBrowser: 'The system browser opens, so people see the address and their password manager works.',
    expoScheme: 'Register this scheme for your app with the operating system.',
    androidScheme: 'On Android, add this to the main activity.',
    iosScheme: 'On iOS, add this to the property list.',
    androidInstall: 'The SDK is on Maven Central and needs Android 7 (API level 24) or newer, and the internet.',
    androidRedirect: 'The host of the redirect URI is the package name of your app.',
    viewModel: 'A view model holds the client, so that rotating the screen does not end the sign-in.',
    androidActivity: 'One button is enough.',
    swiftPackage:
      'In Xcode choose File, then Add Package Dependencies, and enter this address. Add the product `LogtoClient`.',
    swiftNoScheme: 'You do not need to register the scheme. The browser session handles it.',
    flutterAndroid: 'On Android, add this activity. iOS needs nothing.',

    expressRoutes: 'The SDK adds routes for sign-in, callback and sign-out below `/logto`.',
    expressPages: '`withLogto` puts the session on the request. Plain links start and end it.',
    expressProtect: 'A short middleware redirects people who are not signed in.',
    passportStrategy: 'The strategy contains the endpoints and the requested scopes.',
    passportRoutes: 'One route starts the sign-in, the other one completes it.',
    passportUser: 'Passport keeps the profile in the session.',
    nextAuthProvider:
      'NextAuth supports OpenID Connect. The ID of the provider is part of the redirect URI. If you choose RS256 for ID tokens in the settings of this application, use it here too.',
    nextAuthSignOut: 'NextAuth ends only its own session. This button also ends the session at Postern.',
    svelteHook: 'The hook serves the callback and puts the session on every request.',
    svelteActions: 'Form actions start and end the session, without any code in the browser.',
    nuxtModule: 'The module reads the environment and adds the routes.',
    nuxtRoutes: 'The module already provides `/sign-in`, `/callback` and `/sign-out`.',
    nuxtServerOnly: 'The client exists on the server only.',

    dotnetServices: 'One call sets up the cookie and OpenID Connect.',
    dotnetPaths:
      '`/Callback` and `/SignedOutCallback` are served by the package. Run the app on port 5000, or change the addresses below.',
    dotnetAuthorize: 'The attribute redirects people who are not signed in to the sign-in page.',
    dotnetClaims: 'Claims are on the user of the request, under their own names.',
    dotnetApi: 'Name the API in the options. Replace the address with the identifier of your API resource.',
    razorHandlers: 'Two page handlers start and end the session.',
    mvcActions: 'Two actions start and end the session.',
    blazorEndpoints: 'Components cannot redirect once they are live, so two endpoints start and end the session.',
    blazorAuthorizeView: '`AuthorizeView` shows one thing or the other.',
    wasmServices: 'The package of the framework is enough. Everything else is read from the issuer.',
    wasmCallback: 'One page handles the callbacks, and the router gets the signed-in user.',
    wasmButtons: 'Two buttons link to the page above.',

    goInstall: 'The sample uses Gin. Any router with sessions works.',
    goStorage: 'The SDK keeps its state in the session, through an adapter of two methods.',
    goClient:
      'Create the client per request, because the session belongs to the request. Use a shared store if you run more than one process.',
    goRoutes: 'You need three routes.',
    phpClient: 'The client keeps its state in the PHP session.',
    phpCallback: 'The browser returns with an authorization code. The SDK exchanges it for tokens.',
    phpPages: 'Both methods return the URL to redirect the browser to.',
    pythonFlask: 'The sample uses Flask. Any framework with sessions works.',
    pythonClient: 'The client keeps its state in the session of the request.',
    pythonRoutes: 'You need three routes. The methods are coroutines, so await them.',
    rubyRails: 'The sample uses Rails. Any framework with sessions works.',
    rubyClient: 'Create the client per request, because the session belongs to the request.',
    rubyRoutes: 'You need three routes.',
    springStarter: 'Spring Security includes everything that you need.',
    springSettings: 'Everything else is read from the issuer.',
    springChain: 'All pages except the home page require sign-in. Sign-out also ends the session at Postern.',
    springAlgorithm:
      'Spring expects RS256 by default, but ID tokens are signed with ES256. Add this bean, or choose RS256 in the settings of this application.',
    springUser: 'The user is passed as an argument. Imports are omitted.',

    wordpressSearch:
      'In WordPress, under Plugins, search for “OpenID Connect Generic Client”, then install and activate it.',
    wordpressCli: 'The plugin “OpenID Connect Generic Client” signs people in. With WP-CLI it is one command.',
    wordpressSettings: 'Copy these values to Settings, OpenID Connect Client.',
    wordpressConstants:
      'Settings in the configuration file stay out of the database and cannot be changed in the browser.',
    wordpressTry: 'Open the sign-in page of your site in a private window and use the new sign-in button.',
    wordpressEmail: 'WordPress identifies people by email address, so every user needs one.',
    outlineEnvironment: 'Add these lines to the environment of Outline.',
    outlineTry: 'Restart Outline and open it. The sign-in page offers “Postern”.',
    outlineEmail: 'Outline identifies people by email address, so every user needs one.',
    gptActions: 'In the editor of your GPT open Configure, create a new action, and choose OAuth as authentication.',
    gptSettings: 'Copy these values into the dialog.',
    gptRedirect:
      'Save the GPT. ChatGPT then shows a callback URL below the actions. Enter it here and add it to the application.',
    gptSchema: 'This schema lets the GPT read the signed-in user. Add the paths of your own API later.',
    gptTry: 'Ask the GPT who you are. It asks you to sign in, then answers with your name.',

    machineRole: 'Roles decide what a machine can do. Assign one on the Roles tab of this application.',
    machineManagement: 'A role with the management API scope `all` gives full access to the management API.',
    machineToken: 'Exchange the app ID and the secret for an access token.',
    machineResource: '`resource` is the API that the token is for. Requests without it are refused.',
    machineCode: 'The same request without a library.',
    machineKeep: 'Cache the token until it expires. Requesting a new one every time is slow.',
    machineCall:
      'Send the token in the Authorization header. Lists are paged. The header `total-number` contains the total count.',
    machineOwnApi:
      'Name your own API resource and the scopes that you need. The token contains the scopes that a role grants.',

    partnerValues: 'The partner needs these values. Send the secret over a secure channel, not by email.',
    partnerRedirect: 'Ask the partner for their redirect URI, enter it here and add it to the application.',
    partnerPermissions:
      'On the Permissions tab, choose the permissions that the partner can request. Without permissions, they only learn that a person signed in.',
    partnerRequest:
      'The partner redirects the browser to this URL. People sign in and see a consent page before data is shared. Line breaks are for readability only.',
    partnerExchange: 'The partner’s server exchanges the authorization code for tokens.',
    partnerUser: 'Userinfo returns the data that the person agreed to share.',

    installJose: '`jose` verifies the tokens. It has no dependencies.',
    installPyJwt: '`PyJWT` verifies the tokens.',
    springResourceServer: 'The resource server of Spring Security verifies the tokens.',
    verifyToken:
      'A token is valid if it is signed with a key of this tenant, comes from its issuer and is for this API.',
    verifyRotation: 'Keys are cached and fetched again when an unknown key appears, so key rotation needs no restart.',
    springApiSettings: 'The values of this tenant and of this API resource.',
    springTokenType:
      'The header of access tokens has the type `at+jwt`, so configure Spring to accept it. Imports are omitted.',
    springScope: 'Scopes become authorities with the prefix `SCOPE_`. The rule above requires one of them.',
    samlMetadata:
      'Most service providers read the metadata from an address or a file. It contains all addresses and the signing certificates.',
    samlSettings:
      'If the service provider cannot read metadata, enter these values there. Download the certificate on the Settings tab of the application.',
    samlServiceProvider:
      'The service provider names its entity ID and its assertion consumer service (ACS) URL, often in metadata like these. Enter both on the Settings tab of the application.',
    samlAttributes:
      'On the Attribute mapping tab, choose which data of the user the assertion contains, and how the service provider calls it. The name ID is chosen on the Settings tab.',
    samlTryIt:
      'Open the service provider and sign in. If you turned on sign-in that starts here, this address works as well.',
    apiProtect: 'Set the scope that each route requires.',
    apiTry:
      'Create a machine-to-machine application with a role that has the scope, enter its ID and secret here, and call the API.',
  },
} as const;

type Widen<Value> = Value extends string ? string : { readonly [Key in keyof Value]: Widen<Value[Key]> };
export type GuideTexts = Widen<typeof guideSteps>;
