import type { GuideTexts } from '../en/guide-steps.ts';

export const guideSteps: GuideTexts = {
  titles: {
    install: 'Installer le SDK',
    installLibrary: 'Installer la bibliothèque',
    installPlugin: 'Installer l’extension',
    configure: 'Configurer le SDK',
    environment: 'Définir les variables d’environnement',
    settings: 'Remplir les paramètres',
    redirects: 'Ajouter les URI de redirection',
    scheme: 'Enregistrer le schéma',
    manifest: 'Demander les autorisations',
    storage: 'Conserver la session',
    security: 'Configurer la sécurité',
    callback: 'Traiter le retour',
    signIn: 'Connexion et déconnexion',
    signOut: 'Déconnexion',
    signOutEverywhere: 'Terminer la session chez Postern',
    user: 'Lire l’utilisateur',
    protect: 'Protéger une page',
    api: 'Appeler une API',
    verify: 'Vérifier les jetons d’accès',
    tryIt: 'Essayer',
    token: 'Obtenir un jeton',
    code: 'Obtenir un jeton dans le code',
    managementApi: 'Appeler l’API de gestion',
    ownApi: 'Appeler votre propre API',
    machineRole: 'Attribuer un rôle',
    handOver: 'Transmettre les valeurs',
    samlMetadata: 'Transmettre nos métadonnées au fournisseur de service',
    samlServiceProvider: 'Saisir les valeurs du fournisseur de service',
    samlAttributes: 'Choisir les attributs',
    permissions: 'Choisir ses autorisations',
    request: 'Envoyer les personnes à la connexion',
    openActions: 'Ouvrir les actions de votre GPT',
    schema: 'Décrire l’API',
  },
  texts: {
    installSdk: 'Ajoutez le SDK à votre projet.',
    installSdkAndPeers:
      'Ajoutez le SDK, et les paquets qu’il utilise pour ouvrir le navigateur et conserver les jetons.',
    installOidcLibrary: 'Toute bibliothèque OpenID Connect convient. Celle-ci est bien maintenue pour ce framework.',
    redirects:
      'Les personnes sont renvoyées à ces adresses après la connexion ou la déconnexion. Toute autre adresse est refusée : ajoutez-les donc à l’application. Si vous les changez ici, les exemples changent aussi.',
    ownSite: 'Saisissez d’abord l’adresse de votre site.',
    provider:
      'Entourez votre application du provider. Il conserve la session et la met à disposition de chaque composant.',
    plugin: 'Enregistrez le plugin une fois. Il conserve la session et la met à disposition de chaque composant.',
    oneClient: 'Créez un seul client et utilisez-le partout.',
    serverConfig: 'Gardez la configuration sur le serveur. Le secret ne doit jamais parvenir au navigateur.',
    cookieSecret:
      'Le cookie de session est chiffré avec une valeur aléatoire. Nous en avons généré une pour vous. Ne l’ajoutez pas à votre dépôt.',
    sessionSecret:
      'Les sessions sont signées avec une valeur aléatoire. Nous en avons généré une pour vous. Ne l’ajoutez pas à votre dépôt.',
    environment: 'Placez les valeurs dans des variables d’environnement, pas dans le code.',
    callbackPage:
      'Le navigateur revient à cette page avec un code d’autorisation. Le SDK l’échange contre des jetons, puis votre code continue.',
    callbackRoute: 'Ajoutez pour cela une route distincte qui n’exige pas de connexion.',
    callbackRouteHandler:
      'Le navigateur revient avec un code d’autorisation. Cette route l’échange contre des jetons et ouvre la session.',
    authRoutes: 'Une seule route sert la connexion, le retour et la déconnexion.',
    signInButtons:
      'La connexion quitte votre page et revient à l’URI de redirection. La déconnexion termine aussi la session chez Postern.',
    serverActions: 'Les deux sont des actions serveur : aucun jeton ne quitte le serveur.',
    serverSideUser: 'La page lit la session sur le serveur. De simples liens l’ouvrent et la terminent.',
    loaderUser: 'Le loader lit la session sur le serveur. De simples liens l’ouvrent et la terminent.',
    userClaims:
      'Les claims du jeton d’ID identifient l’utilisateur. Demandez davantage de scopes pour obtenir plus de claims.',
    userInfo:
      'Userinfo renvoie les données actuelles de l’utilisateur. Demandez davantage de scopes pour en obtenir plus.',
    apiResource:
      'Nommez l’API quand vous demandez un jeton. Remplacez l’adresse par l’identifiant de votre ressource API. Le jeton est renouvelé quand il expire.',
    apiParameters: 'Nommez l’API dans chaque demande. Remplacez l’adresse par l’identifiant de votre ressource API.',
    protectPage: 'Redirigez les personnes non connectées avant le rendu de la page.',
    protectRoute: 'Les routes d’API peuvent aussi lire la session. Renvoyez 401 aux personnes non connectées.',
    refreshToken:
      '`offline_access` avec `prompt=consent` renvoie un jeton d’actualisation, pour que la session reste ouverte.',
    signOutBoth:
      'Terminez d’abord votre propre session, puis celle chez Postern. Sinon, la connexion suivante réussit sans rien demander.',
    angularConfig:
      'La bibliothèque lit tout le reste chez l’émetteur, et vérifie la session au démarrage de l’application.',
    angularComponent: 'Le service fournit l’utilisateur connecté sous forme de signaux.',
    extensionManifest:
      'L’extension ouvre la fenêtre de connexion, conserve les jetons et appelle votre point de terminaison.',
    extensionRedirect:
      'Trouvez l’ID de votre extension sous `chrome://extensions`, saisissez-le dans les deux adresses et ajoutez-les à l’application.',
    extensionWorker:
      'Le service worker garde le client : fermer la fenêtre contextuelle n’interrompt pas la connexion.',
    extensionPopup: 'La fenêtre contextuelle ne fait qu’envoyer des messages au service worker.',
    extensionApi: 'Ajoutez aussi l’adresse de l’API à `host_permissions`.',
    webflowHead:
      'Dans les paramètres du site, sous le code personnalisé, ajoutez ceci à l’en-tête (head) de chaque page.',
    webflowCallback: 'Créez une page nommée `callback` et ajoutez ceci à son code personnalisé.',
    webflowButtons: 'Donnez à deux boutons les ID `sign-in` et `sign-out`, et ajoutez ceci avant la fin du body.',
    webflowUser: 'Intégrez ceci là où le nom doit apparaître.',
    nativeScheme: 'Utilisez un schéma unique, par exemple votre domaine à l’envers.',
    nativeBrowser:
      'Le navigateur du système s’ouvre : l’adresse est visible et le gestionnaire de mots de passe fonctionne.',
    expoScheme: 'Enregistrez ce schéma pour votre application auprès du système d’exploitation.',
    androidScheme: 'Sur Android, ajoutez ceci à l’activité principale.',
    iosScheme: 'Sur iOS, ajoutez ceci à la liste de propriétés.',
    androidInstall:
      'Le SDK se trouve sur Maven Central et nécessite Android 7 (niveau d’API 24) ou plus récent, ainsi qu’Internet.',
    androidRedirect: 'L’hôte de l’URI de redirection est le nom de paquet de votre application.',
    viewModel: 'Un view model garde le client : tourner l’écran n’interrompt pas la connexion.',
    androidActivity: 'Un bouton suffit.',
    swiftPackage:
      'Dans Xcode, choisissez File, puis Add Package Dependencies, et saisissez cette adresse. Ajoutez le produit `LogtoClient`.',
    swiftNoScheme: 'Il n’est pas nécessaire d’enregistrer le schéma. La session du navigateur s’en charge.',
    flutterAndroid: 'Sur Android, ajoutez cette activité. iOS n’a besoin de rien.',
    expressRoutes: 'Le SDK ajoute des routes de connexion, de retour et de déconnexion sous `/logto`.',
    expressPages: '`withLogto` place la session dans la requête. De simples liens l’ouvrent et la terminent.',
    expressProtect: 'Un court middleware redirige les personnes non connectées.',
    passportStrategy: 'La stratégie contient les points de terminaison et les scopes demandés.',
    passportRoutes: 'Une route commence la connexion, l’autre la termine.',
    passportUser: 'Passport garde le profil dans la session.',
    nextAuthProvider:
      'NextAuth prend en charge OpenID Connect. L’ID du fournisseur fait partie de l’URI de redirection. Si vous choisissez RS256 pour les jetons d’ID dans les paramètres de cette application, utilisez-le ici aussi.',
    nextAuthSignOut: 'NextAuth ne termine que sa propre session. Ce bouton termine aussi la session chez Postern.',
    svelteHook: 'Le hook traite le retour et place la session dans chaque requête.',
    svelteActions: 'Des actions de formulaire ouvrent et terminent la session, sans code dans le navigateur.',
    nuxtModule: 'Le module lit l’environnement et ajoute les routes.',
    nuxtRoutes: 'Le module fournit déjà `/sign-in`, `/callback` et `/sign-out`.',
    nuxtServerOnly: 'Le client n’existe que sur le serveur.',
    dotnetServices: 'Un seul appel configure le cookie et OpenID Connect.',
    dotnetPaths:
      '`/Callback` et `/SignedOutCallback` sont servis par le paquet. Lancez l’application sur le port 5000, ou changez les adresses ci-dessous.',
    dotnetAuthorize: 'L’attribut redirige les personnes non connectées vers la page de connexion.',
    dotnetClaims: 'Les claims se trouvent sur l’utilisateur de la requête, sous leurs propres noms.',
    dotnetApi: 'Nommez l’API dans les options. Remplacez l’adresse par l’identifiant de votre ressource API.',
    razorHandlers: 'Deux gestionnaires de page ouvrent et terminent la session.',
    mvcActions: 'Deux actions ouvrent et terminent la session.',
    blazorEndpoints:
      'Une fois actifs, les composants ne peuvent plus rediriger : deux points de terminaison ouvrent et terminent donc la session.',
    blazorAuthorizeView: '`AuthorizeView` affiche l’un ou l’autre contenu.',
    wasmServices: 'Le paquet du framework suffit. Tout le reste est lu chez l’émetteur.',
    wasmCallback: 'Une page traite les retours, et le routeur reçoit l’utilisateur connecté.',
    wasmButtons: 'Deux boutons mènent à la page ci-dessus.',
    goInstall: 'L’exemple utilise Gin. Tout routeur avec des sessions convient.',
    goStorage: 'Le SDK garde son état dans la session, par un adaptateur de deux méthodes.',
    goClient:
      'Créez le client par requête, car la session appartient à la requête. Utilisez un stockage partagé si vous exécutez plusieurs processus.',
    goRoutes: 'Il faut trois routes.',
    phpClient: 'Le client garde son état dans la session PHP.',
    phpCallback: 'Le navigateur revient avec un code d’autorisation. Le SDK l’échange contre des jetons.',
    phpPages: 'Les deux méthodes renvoient l’URL vers laquelle rediriger le navigateur.',
    pythonFlask: 'L’exemple utilise Flask. Tout framework avec des sessions convient.',
    pythonClient: 'Le client garde son état dans la session de la requête.',
    pythonRoutes: 'Il faut trois routes. Les méthodes sont des coroutines : attendez-les avec await.',
    rubyRails: 'L’exemple utilise Rails. Tout framework avec des sessions convient.',
    rubyClient: 'Créez le client par requête, car la session appartient à la requête.',
    rubyRoutes: 'Il faut trois routes.',
    springStarter: 'Spring Security contient tout ce qu’il faut.',
    springSettings: 'Tout le reste est lu chez l’émetteur.',
    springChain:
      'Toutes les pages sauf la page d’accueil exigent la connexion. La déconnexion termine aussi la session chez Postern.',
    springAlgorithm:
      'Spring attend RS256 par défaut, mais les jetons d’ID sont signés avec ES256. Ajoutez ce bean, ou choisissez RS256 dans les paramètres de cette application.',
    springUser: 'L’utilisateur est passé en argument. Les imports sont omis.',
    wordpressSearch:
      'Dans WordPress, sous Extensions, recherchez « OpenID Connect Generic Client », puis installez et activez cette extension.',
    wordpressCli:
      'L’extension « OpenID Connect Generic Client » connecte les personnes. Avec WP-CLI, une commande suffit.',
    wordpressSettings: 'Copiez ces valeurs sous Réglages, OpenID Connect Client.',
    wordpressConstants:
      'Les paramètres du fichier de configuration restent hors de la base de données et ne peuvent pas être modifiés dans le navigateur.',
    wordpressTry:
      'Ouvrez la page de connexion de votre site dans une fenêtre privée et utilisez le nouveau bouton de connexion.',
    wordpressEmail:
      'WordPress identifie les personnes par leur adresse e-mail : chaque utilisateur doit donc en avoir une.',
    outlineEnvironment: 'Ajoutez ces lignes à l’environnement d’Outline.',
    outlineTry: 'Redémarrez Outline et ouvrez-le. La page de connexion propose « Postern ».',
    outlineEmail:
      'Outline identifie les personnes par leur adresse e-mail : chaque utilisateur doit donc en avoir une.',
    gptActions:
      'Dans l’éditeur de votre GPT, ouvrez Configure, créez une nouvelle action et choisissez OAuth comme authentification.',
    gptSettings: 'Copiez ces valeurs dans la boîte de dialogue.',
    gptRedirect:
      'Enregistrez le GPT. ChatGPT affiche alors une URL de rappel sous les actions. Saisissez-la ici et ajoutez-la à l’application.',
    gptSchema:
      'Ce schéma permet au GPT de lire l’utilisateur connecté. Ajoutez les chemins de votre propre API plus tard.',
    gptTry: 'Demandez au GPT qui vous êtes. Il vous demande de vous connecter, puis répond avec votre nom.',
    machineRole:
      'Les rôles déterminent ce qu’une machine peut faire. Attribuez-en un sous l’onglet Rôles de cette application.',
    machineManagement: 'Un rôle avec le scope `all` de l’API de gestion donne un accès complet à l’API de gestion.',
    machineToken: 'Échangez l’ID d’application et le secret contre un jeton d’accès.',
    machineResource: '`resource` est l’API à laquelle le jeton est destiné. Sans ce paramètre, la demande est refusée.',
    machineCode: 'La même demande, sans bibliothèque.',
    machineKeep: 'Gardez le jeton en cache jusqu’à son expiration. En demander un nouveau chaque fois est lent.',
    machineCall:
      'Envoyez le jeton dans l’en-tête Authorization. Les listes sont paginées. L’en-tête `total-number` contient le nombre total.',
    machineOwnApi:
      'Nommez votre propre ressource API et les scopes dont vous avez besoin. Le jeton contient les scopes qu’un rôle accorde.',
    partnerValues: 'Le partenaire a besoin de ces valeurs. Envoyez le secret par un canal sûr, pas par e-mail.',
    partnerRedirect: 'Demandez au partenaire son URI de redirection, saisissez-la ici et ajoutez-la à l’application.',
    partnerPermissions:
      'Sous l’onglet Autorisations, choisissez les autorisations que le partenaire peut demander. Sans autorisation, il apprend seulement qu’une personne s’est connectée.',
    partnerRequest:
      'Le partenaire redirige le navigateur vers cette URL. La personne se connecte et voit une page de consentement avant tout partage de données. Les sauts de ligne ne servent qu’à la lisibilité.',
    partnerExchange: 'Le serveur du partenaire échange le code d’autorisation contre des jetons.',
    partnerUser: 'Userinfo renvoie les données que la personne a accepté de partager.',
    installJose: '`jose` vérifie les jetons. Cette bibliothèque n’a pas de dépendances.',
    installPyJwt: '`PyJWT` vérifie les jetons.',
    springResourceServer: 'Le serveur de ressources de Spring Security vérifie les jetons.',
    verifyToken:
      'Un jeton est valable s’il est signé avec une clé de ce tenant, vient de son émetteur et est destiné à cette API.',
    verifyRotation:
      'Les clés sont mises en cache et relues quand une clé inconnue apparaît : le renouvellement des clés n’exige aucun redémarrage.',
    springApiSettings: 'Les valeurs de ce tenant et de cette ressource API.',
    springTokenType:
      'L’en-tête des jetons d’accès a le type `at+jwt` : configurez donc Spring pour l’accepter. Les imports sont omis.',
    springScope: 'Les scopes deviennent des authorities avec le préfixe `SCOPE_`. La règle ci-dessus en exige une.',
    samlMetadata:
      'La plupart des fournisseurs de service lisent les métadonnées à une adresse ou dans un fichier. Elles contiennent toutes les adresses et les certificats de signature.',
    samlSettings:
      'Si le fournisseur de service ne peut pas lire de métadonnées, saisissez-y ces valeurs. Téléchargez le certificat sous l’onglet Paramètres de l’application.',
    samlServiceProvider:
      'Le fournisseur de service indique son ID d’entité et l’URL de son service de réception des assertions (ACS), souvent dans des métadonnées comme celles-ci. Saisissez les deux sous l’onglet Paramètres de l’application.',
    samlAttributes:
      'Sous l’onglet Correspondance des attributs, choisissez les données de l’utilisateur que l’assertion contient et le nom que le fournisseur de service leur donne. Le Name ID se choisit sous l’onglet Paramètres.',
    samlTryIt:
      'Ouvrez le fournisseur de service et connectez-vous. Si vous avez activé la connexion à partir d’ici, cette adresse fonctionne aussi.',
    apiProtect: 'Définissez le scope que chaque route exige.',
    apiTry:
      'Créez une application machine à machine avec un rôle qui a le scope, saisissez ici son ID et son secret, puis appelez l’API.',
  },
};
