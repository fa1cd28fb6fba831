import type { GuideTexts } from '../en/guide-steps.ts';

export const guideSteps: GuideTexts = {
  titles: {
    install: 'Installare l’SDK',
    installLibrary: 'Installare la libreria',
    installPlugin: 'Installare il plugin',
    configure: 'Configurare l’SDK',
    environment: 'Impostare le variabili d’ambiente',
    settings: 'Compilare le impostazioni',
    redirects: 'Aggiungere gli URI di reindirizzamento',
    scheme: 'Registrare lo schema',
    manifest: 'Richiedere le autorizzazioni',
    storage: 'Conservare la sessione',
    security: 'Configurare la sicurezza',
    callback: 'Gestire il callback',
    signIn: 'Accedere e uscire',
    signOut: 'Uscire',
    signOutEverywhere: 'Chiudere la sessione in Postern',
    user: 'Leggere l’utente',
    protect: 'Proteggere una pagina',
    api: 'Chiamare un’API',
    verify: 'Verificare i token di accesso',
    tryIt: 'Provare',
    token: 'Ottenere un token',
    code: 'Ottenere un token nel codice',
    managementApi: 'Chiamare l’API di gestione',
    ownApi: 'Chiamare la propria API',
    machineRole: 'Assegnare un ruolo',
    handOver: 'Comunicare i valori',
    samlMetadata: 'Fornire i nostri metadati al service provider',
    samlServiceProvider: 'Inserire i valori del service provider',
    samlAttributes: 'Scegliere gli attributi',
    permissions: 'Scegliere le autorizzazioni',
    request: 'Inviare le persone all’accesso',
    openActions: 'Aprire le azioni del GPT',
    schema: 'Descrivere l’API',
  },
  texts: {
    installSdk: 'Aggiunga l’SDK al suo progetto.',
    installSdkAndPeers: 'Aggiunga l’SDK e i pacchetti che usa per aprire il browser e conservare i token.',
    installOidcLibrary: 'Va bene qualsiasi libreria OpenID Connect. Questa è ben mantenuta per il framework.',
    redirects:
      'Le persone vengono inviate a questi indirizzi dopo l’accesso o la disconnessione. Altri indirizzi vengono rifiutati, quindi li aggiunga all’applicazione. Se li modifica qui, cambiano anche gli esempi.',
    ownSite: 'Inserisca prima l’indirizzo del suo sito.',
    provider: 'Racchiuda la sua app nel provider. Conserva la sessione e la rende disponibile a ogni componente.',
    plugin: 'Registri il plugin una volta. Conserva la sessione e la rende disponibile a ogni componente.',
    oneClient: 'Crei un solo client e lo usi ovunque.',
    serverConfig: 'Tenga la configurazione sul server. Il segreto non deve mai arrivare al browser.',
    cookieSecret:
      'Il cookie di sessione è cifrato con un valore casuale. Ne abbiamo generato uno per lei. Non lo salvi nel repository.',
    sessionSecret:
      'Le sessioni sono firmate con un valore casuale. Ne abbiamo generato uno per lei. Non lo salvi nel repository.',
    environment: 'Conservi i valori nelle variabili d’ambiente, non nel codice.',
    callbackPage:
      'Il browser torna a questa pagina con un codice di autorizzazione. L’SDK lo scambia con dei token, poi il suo codice continua.',
    callbackRoute: 'Aggiunga una route separata che non richieda l’accesso.',
    callbackRouteHandler:
      'Il browser torna con un codice di autorizzazione. Questa route lo scambia con dei token e avvia la sessione.',
    authRoutes: 'Una sola route serve accesso, callback e disconnessione.',
    signInButtons:
      'L’accesso lascia la sua pagina e torna all’URI di reindirizzamento. La disconnessione chiude anche la sessione in Postern.',
    serverActions: 'Entrambe sono azioni del server, quindi nessun token lascia il server.',
    serverSideUser: 'La pagina legge la sessione sul server. Semplici link la avviano e la chiudono.',
    loaderUser: 'Il loader legge la sessione sul server. Semplici link la avviano e la chiudono.',
    userClaims: 'I claim del token ID identificano l’utente. Richieda più scope per avere più claim.',
    userInfo: 'Userinfo restituisce i dati attuali dell’utente. Richieda più scope per avere più dati.',
    apiResource:
      'Indichi l’API quando richiede un token. Sostituisca l’indirizzo con l’identificativo della sua risorsa API. Il token viene rinnovato quando scade.',
    apiParameters:
      'Indichi l’API in ogni richiesta. Sostituisca l’indirizzo con l’identificativo della sua risorsa API.',
    protectPage: 'Reindirizzi chi non ha effettuato l’accesso prima che la pagina venga generata.',
    protectRoute: 'Anche le route API possono leggere la sessione. Restituisca 401 a chi non ha effettuato l’accesso.',
    refreshToken:
      '`offline_access` con `prompt=consent` restituisce un token di aggiornamento, così la sessione resta aperta.',
    signOutBoth:
      'Chiuda prima la propria sessione, poi quella in Postern. Altrimenti l’accesso successivo riesce senza chiedere le credenziali.',
    angularConfig: 'La libreria legge tutto il resto dall’emittente e controlla la sessione all’avvio dell’app.',
    angularComponent: 'Il servizio fornisce come signal l’utente che ha effettuato l’accesso.',
    extensionManifest: 'L’estensione apre la finestra di accesso, conserva i token e chiama il suo endpoint.',
    extensionRedirect:
      'Trovi l’ID della sua estensione in `chrome://extensions`, lo inserisca in entrambi gli indirizzi e li aggiunga all’applicazione.',
    extensionWorker: 'Il service worker contiene il client, quindi chiudere il popup non interrompe l’accesso.',
    extensionPopup: 'Il popup invia solo messaggi al service worker.',
    extensionApi: 'Aggiunga anche l’indirizzo dell’API a `host_permissions`.',
    webflowHead: 'Nelle impostazioni del sito, in codice personalizzato, aggiunga questo all’head di ogni pagina.',
    webflowCallback: 'Crei una pagina di nome `callback` e aggiunga questo al suo codice personalizzato.',
    webflowButtons: 'Dia a due pulsanti gli ID `sign-in` e `sign-out` e aggiunga questo prima della fine del body.',
    webflowUser: 'Incorpori questo dove deve apparire il nome.',
    nativeScheme: 'Usi uno schema univoco, ad esempio il suo dominio al contrario.',
    nativeBrowser: 'Si apre il browser di sistema: l’indirizzo è visibile e il gestore di password funziona.',
    expoScheme: 'Registri questo schema per la sua app nel sistema operativo.',
    androidScheme: 'Su Android, aggiunga questo all’attività principale.',
    iosScheme: 'Su iOS, aggiunga questo al property list.',
    androidInstall:
      'L’SDK è su Maven Central e richiede Android 7 (livello API 24) o successivo e l’accesso a Internet.',
    androidRedirect: 'L’host dell’URI di reindirizzamento è il nome del pacchetto della sua app.',
    viewModel: 'Un view model contiene il client, così ruotare lo schermo non interrompe l’accesso.',
    androidActivity: 'Basta un pulsante.',
    swiftPackage:
      'In Xcode scelga File, poi Add Package Dependencies, e inserisca questo indirizzo. Aggiunga il prodotto `LogtoClient`.',
    swiftNoScheme: 'Non occorre registrare lo schema. Se ne occupa la sessione del browser.',
    flutterAndroid: 'Su Android, aggiunga questa attività. Su iOS non serve nulla.',
    expressRoutes: 'L’SDK aggiunge route per accesso, callback e disconnessione sotto `/logto`.',
    expressPages: '`withLogto` mette la sessione nella richiesta. Semplici link la avviano e la chiudono.',
    expressProtect: 'Un breve middleware reindirizza chi non ha effettuato l’accesso.',
    passportStrategy: 'La strategia contiene gli endpoint e gli scope richiesti.',
    passportRoutes: 'Una route avvia l’accesso, l’altra lo completa.',
    passportUser: 'Passport conserva il profilo nella sessione.',
    nextAuthProvider:
      'NextAuth supporta OpenID Connect. L’ID del provider fa parte dell’URI di reindirizzamento. Se sceglie RS256 per i token ID nelle impostazioni di questa applicazione, lo usi anche qui.',
    nextAuthSignOut: 'NextAuth chiude solo la propria sessione. Questo pulsante chiude anche la sessione in Postern.',
    svelteHook: 'L’hook serve il callback e mette la sessione in ogni richiesta.',
    svelteActions: 'Le azioni dei form avviano e chiudono la sessione, senza codice nel browser.',
    nuxtModule: 'Il modulo legge l’ambiente e aggiunge le route.',
    nuxtRoutes: 'Il modulo fornisce già `/sign-in`, `/callback` e `/sign-out`.',
    nuxtServerOnly: 'Il client esiste solo sul server.',
    dotnetServices: 'Una sola chiamata configura il cookie e OpenID Connect.',
    dotnetPaths:
      '`/Callback` e `/SignedOutCallback` sono servite dal pacchetto. Esegua l’app sulla porta 5000 o modifichi gli indirizzi qui sotto.',
    dotnetAuthorize: 'L’attributo reindirizza alla pagina di accesso chi non ha effettuato l’accesso.',
    dotnetClaims: 'I claim sono nell’utente della richiesta, con i loro nomi.',
    dotnetApi: 'Indichi l’API nelle opzioni. Sostituisca l’indirizzo con l’identificativo della sua risorsa API.',
    razorHandlers: 'Due handler della pagina avviano e chiudono la sessione.',
    mvcActions: 'Due azioni avviano e chiudono la sessione.',
    blazorEndpoints:
      'I componenti attivi non possono reindirizzare, quindi due endpoint avviano e chiudono la sessione.',
    blazorAuthorizeView: '`AuthorizeView` mostra una cosa o l’altra.',
    wasmServices: 'Basta il pacchetto del framework. Tutto il resto viene letto dall’emittente.',
    wasmCallback: 'Una pagina gestisce i callback, e il router riceve l’utente che ha effettuato l’accesso.',
    wasmButtons: 'Due pulsanti portano alla pagina qui sopra.',
    goInstall: 'L’esempio usa Gin. Va bene qualsiasi router con sessioni.',
    goStorage: 'L’SDK conserva il suo stato nella sessione, tramite un adattatore con due metodi.',
    goClient:
      'Crei il client per ogni richiesta, perché la sessione appartiene alla richiesta. Usi un archivio condiviso se esegue più di un processo.',
    goRoutes: 'Servono tre route.',
    phpClient: 'Il client conserva il suo stato nella sessione PHP.',
    phpCallback: 'Il browser torna con un codice di autorizzazione. L’SDK lo scambia con dei token.',
    phpPages: 'Entrambi i metodi restituiscono l’URL a cui reindirizzare il browser.',
    pythonFlask: 'L’esempio usa Flask. Va bene qualsiasi framework con sessioni.',
    pythonClient: 'Il client conserva il suo stato nella sessione della richiesta.',
    pythonRoutes: 'Servono tre route. I metodi sono coroutine, quindi usi await.',
    rubyRails: 'L’esempio usa Rails. Va bene qualsiasi framework con sessioni.',
    rubyClient: 'Crei il client per ogni richiesta, perché la sessione appartiene alla richiesta.',
    rubyRoutes: 'Servono tre route.',
    springStarter: 'Spring Security contiene tutto ciò che serve.',
    springSettings: 'Tutto il resto viene letto dall’emittente.',
    springChain:
      'Tutte le pagine tranne quella iniziale richiedono l’accesso. La disconnessione chiude anche la sessione in Postern.',
    springAlgorithm:
      'Per impostazione predefinita Spring si aspetta RS256, ma i token ID sono firmati con ES256. Aggiunga questo bean o scelga RS256 nelle impostazioni di questa applicazione.',
    springUser: 'L’utente viene passato come argomento. Gli import sono omessi.',
    wordpressSearch: 'In WordPress, in Plugin, cerchi “OpenID Connect Generic Client”, poi lo installi e lo attivi.',
    wordpressCli: 'Il plugin “OpenID Connect Generic Client” gestisce l’accesso. Con WP-CLI basta un comando.',
    wordpressSettings: 'Copi questi valori in Impostazioni, OpenID Connect Client.',
    wordpressConstants:
      'Le impostazioni nel file di configurazione restano fuori dal database e non si possono modificare dal browser.',
    wordpressTry: 'Apra la pagina di accesso del suo sito in una finestra privata e usi il nuovo pulsante di accesso.',
    wordpressEmail: 'WordPress identifica le persone con l’indirizzo e-mail, quindi ogni utente deve averne uno.',
    outlineEnvironment: 'Aggiunga queste righe all’ambiente di Outline.',
    outlineTry: 'Riavvii Outline e lo apra. La pagina di accesso propone “Postern”.',
    outlineEmail: 'Outline identifica le persone con l’indirizzo e-mail, quindi ogni utente deve averne uno.',
    gptActions: 'Nell’editor del suo GPT apra Configure, crei una nuova azione e scelga OAuth come autenticazione.',
    gptSettings: 'Copi questi valori nella finestra di dialogo.',
    gptRedirect:
      'Salvi il GPT. ChatGPT mostra poi un URL di callback sotto le azioni. Lo inserisca qui e lo aggiunga all’applicazione.',
    gptSchema:
      'Questo schema permette al GPT di leggere l’utente che ha effettuato l’accesso. Aggiunga in seguito i percorsi della sua API.',
    gptTry: 'Chieda al GPT chi è lei. Le chiede di accedere, poi risponde con il suo nome.',
    machineRole:
      'I ruoli decidono che cosa può fare una macchina. Ne assegni uno nella scheda Ruoli di questa applicazione.',
    machineManagement: 'Un ruolo con lo scope `all` dell’API di gestione dà pieno accesso all’API di gestione.',
    machineToken: 'Scambi l’ID applicazione e il segreto con un token di accesso.',
    machineResource: '`resource` è l’API per cui è il token. Le richieste senza di esso vengono rifiutate.',
    machineCode: 'La stessa richiesta senza una libreria.',
    machineKeep: 'Tenga il token nella cache finché non scade. Richiederne ogni volta uno nuovo è lento.',
    machineCall:
      'Invii il token nell’intestazione Authorization. Gli elenchi sono suddivisi in pagine. L’intestazione `total-number` contiene il totale.',
    machineOwnApi:
      'Indichi la sua risorsa API e gli scope che servono. Il token contiene gli scope concessi da un ruolo.',
    partnerValues: 'Il partner ha bisogno di questi valori. Invii il segreto tramite un canale sicuro, non via e-mail.',
    partnerRedirect:
      'Chieda al partner il suo URI di reindirizzamento, lo inserisca qui e lo aggiunga all’applicazione.',
    partnerPermissions:
      'Nella scheda Autorizzazioni, scelga le autorizzazioni che il partner può richiedere. Senza autorizzazioni, viene a sapere solo che una persona ha effettuato l’accesso.',
    partnerRequest:
      'Il partner reindirizza il browser a questo URL. La persona accede e vede una pagina di consenso prima che i dati vengano condivisi. Le interruzioni di riga servono solo alla leggibilità.',
    partnerExchange: 'Il server del partner scambia il codice di autorizzazione con dei token.',
    partnerUser: 'Userinfo restituisce i dati che la persona ha accettato di condividere.',
    installJose: '`jose` verifica i token. Non ha dipendenze.',
    installPyJwt: '`PyJWT` verifica i token.',
    springResourceServer: 'Il resource server di Spring Security verifica i token.',
    verifyToken:
      'Un token è valido se è firmato con una chiave di questo tenant, viene dal suo emittente ed è per questa API.',
    verifyRotation:
      'Le chiavi restano nella cache e vengono rilette quando ne appare una sconosciuta, quindi la rotazione non richiede un riavvio.',
    springApiSettings: 'I valori di questo tenant e di questa risorsa API.',
    springTokenType:
      'L’intestazione dei token di accesso ha il tipo `at+jwt`, quindi configuri Spring perché lo accetti. Gli import sono omessi.',
    springScope: 'Gli scope diventano authority con il prefisso `SCOPE_`. La regola qui sopra ne richiede una.',
    samlMetadata:
      'La maggior parte dei service provider legge i metadati da un indirizzo o da un file. Contengono tutti gli indirizzi e i certificati di firma.',
    samlSettings:
      'Se il service provider non può leggere i metadati, inserisca lì questi valori. Scarichi il certificato nella scheda Impostazioni dell’applicazione.',
    samlServiceProvider:
      'Il service provider indica il proprio ID entità e l’URL del proprio servizio di ricezione delle asserzioni (ACS), spesso in metadati come questi. Li inserisca entrambi nella scheda Impostazioni dell’applicazione.',
    samlAttributes:
      'Nella scheda Mappatura degli attributi, scelga quali dati dell’utente contiene l’asserzione e come li chiama il service provider. Il Name ID si sceglie nella scheda Impostazioni.',
    samlTryIt: 'Apra il service provider e acceda. Se ha attivato l’accesso da qui, funziona anche questo indirizzo.',
    apiProtect: 'Imposti lo scope richiesto da ogni route.',
    apiTry:
      'Crei un’applicazione machine-to-machine con un ruolo che ha lo scope, inserisca qui il suo ID e il suo segreto e chiami l’API.',
  },
};
