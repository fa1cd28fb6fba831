import type { GuideTexts } from '../en/guide-steps.ts';

export const guideSteps: GuideTexts = {
  titles: {
    install: 'SDK installieren',
    installLibrary: 'Bibliothek installieren',
    installPlugin: 'Plugin installieren',
    configure: 'Einrichten',
    environment: 'Umgebung setzen',
    settings: 'Einstellungen ausfüllen',
    redirects: 'Weiterleitung erlauben',
    scheme: 'Schema anmelden',
    manifest: 'Berechtigungen anfordern',
    storage: 'Sitzung aufbewahren',
    security: 'Sicherheit einrichten',
    callback: 'Rückkehr behandeln',
    signIn: 'An- und abmelden',
    signOut: 'Abmelden',
    signOutEverywhere: 'Sitzung überall beenden',
    user: 'Angemeldete Person lesen',
    protect: 'Seite schützen',
    api: 'API aufrufen',
    verify: 'Zugriffstoken prüfen',
    tryIt: 'Ausprobieren',
    token: 'Token holen',
    code: 'Im Code holen',
    managementApi: 'Management-API aufrufen',
    ownApi: 'Eigene API aufrufen',
    machineRole: 'Rolle zuweisen',
    handOver: 'Werte übergeben',
    samlMetadata: 'Unsere Metadaten übergeben',
    samlServiceProvider: 'Werte des Service-Providers eintragen',
    samlAttributes: 'Attribute wählen',
    permissions: 'Erlaubte Anfragen wählen',
    request: 'Zur Anmeldung schicken',
    openActions: 'Aktionen Ihres GPT öffnen',
    schema: 'API beschreiben',
  },
  texts: {
    installSdk: 'Fügen Sie Ihrem Projekt das SDK hinzu.',
    installSdkAndPeers:
      'Fügen Sie das SDK hinzu, dazu die Pakete, mit denen es den Browser öffnet und Token aufbewahrt.',
    installOidcLibrary: 'Jede Bibliothek für OpenID Connect funktioniert. Diese ist für das Framework gut gepflegt.',
    redirects:
      'Nach dem An- oder Abmelden landen Personen auf diesen Adressen. Jede andere wird abgelehnt: Fügen Sie sie der Anwendung hinzu. Ändern Sie sie hier, wenn Ihre anders lauten; die Beispiele ziehen mit.',
    ownSite: 'Tragen Sie hier zuerst die Adresse Ihrer eigenen Website ein.',
    provider: 'Legen Sie den Provider um Ihre App. Er hält die Sitzung und gibt sie an jede Komponente weiter.',
    plugin: 'Registrieren Sie das Plugin einmal. Es hält die Sitzung und gibt sie an jede Komponente weiter.',
    oneClient: 'Legen Sie einen Client an und verwenden Sie ihn überall.',
    serverConfig: 'Halten Sie die Konfiguration auf dem Server. Das Geheimnis darf nie in den Browser gelangen.',
    cookieSecret:
      'Das Sitzungs-Cookie wird mit einem zufälligen Wert verschlüsselt. Er wurde gerade für Sie erzeugt; halten Sie ihn aus Ihrem Repository heraus.',
    sessionSecret:
      'Sitzungen werden mit einem zufälligen Wert signiert. Er wurde gerade für Sie erzeugt; halten Sie ihn aus Ihrem Repository heraus.',
    environment: 'Legen Sie die Werte in die Umgebung, nicht in den Code.',
    callbackPage:
      'Der Browser kommt mit einem Code auf diese Seite zurück. Das SDK tauscht ihn gegen Token, dann geht Ihr Code weiter.',
    callbackRoute: 'Geben Sie ihr eine eigene Route, die auch ohne Anmeldung offen ist.',
    callbackRouteHandler:
      'Der Browser kommt mit einem Code zurück. Diese Route tauscht ihn gegen Token und beginnt die Sitzung.',
    authRoutes: 'Eine Route bedient Anmeldung, Rückkehr und Abmeldung.',
    signInButtons:
      'Die Anmeldung verlässt Ihre Seite und kommt auf die Redirect-URI zurück. Die Abmeldung beendet auch die Sitzung hier.',
    serverActions: 'Beides sind Server-Aktionen: Kein Token verlässt den Server.',
    serverSideUser: 'Die Seite liest die Sitzung auf dem Server. Einfache Links beginnen und beenden sie.',
    loaderUser: 'Der Loader liest die Sitzung auf dem Server. Einfache Links beginnen und beenden sie.',
    userClaims: 'Die Claims des ID-Tokens sagen, wer es ist. Fordern Sie weitere Scopes an, um mehr zu erfahren.',
    userInfo: 'Userinfo sagt, wer es ist, frisch vom Server. Fordern Sie weitere Scopes an, um mehr zu erfahren.',
    apiResource:
      'Nennen Sie die API, wenn Sie ein Token anfordern. Ersetzen Sie die Adresse durch die Kennung Ihrer API-Ressource; abgelaufene Token werden erneuert.',
    apiParameters:
      'Nennen Sie die API in jeder Anfrage. Ersetzen Sie die Adresse durch die Kennung Ihrer API-Ressource.',
    protectPage: 'Schicken Sie alle weg, die nicht angemeldet sind, bevor etwas dargestellt wird.',
    protectRoute: 'Auch eine API-Route kennt die Sitzung. Antworten Sie allen mit 401, die nicht angemeldet sind.',
    refreshToken:
      '`offline_access` ergibt zusammen mit `prompt=consent` ein Refresh-Token, so bleiben Personen angemeldet.',
    signOutBoth:
      'Beenden Sie zuerst Ihre eigene Sitzung, dann die hier. Sonst fragt die nächste Anmeldung niemanden nach etwas.',

    angularConfig: 'Alles Weitere liest die Bibliothek beim Issuer, und beim Start prüft sie die Sitzung.',
    angularComponent: 'Der Dienst sagt als Signal, wer angemeldet ist.',
    extensionManifest: 'Die Erweiterung öffnet das Anmeldefenster, bewahrt Token auf und spricht mit Ihrem Endpunkt.',
    extensionRedirect:
      'Die ID Ihrer Erweiterung steht unter `chrome://extensions`. Tragen Sie sie in beide Adressen ein und fügen Sie diese der Anwendung hinzu.',
    extensionWorker: 'Der Service Worker hält den Client: Wer das Popup schließt, bricht die Anmeldung nicht ab.',
    extensionPopup: 'Das Popup fragt nur den Service Worker.',
    extensionApi: 'Nehmen Sie die Adresse der API auch in `host_permissions` auf.',
    webflowHead: 'Fügen Sie dies in den Website-Einstellungen unter Custom Code in den Kopf jeder Seite ein.',
    webflowCallback: 'Legen Sie eine Seite namens `callback` an und fügen Sie dies in ihren Custom Code ein.',
    webflowButtons:
      'Geben Sie zwei Schaltflächen die IDs `sign-in` und `sign-out` und fügen Sie dies vor dem Ende des Body ein.',
    webflowUser: 'Betten Sie dies dort ein, wo der Name stehen soll.',

    nativeScheme: 'Nehmen Sie ein Schema, das sonst niemand verwendet, etwa Ihre Domain rückwärts.',
    nativeBrowser:
      'Es öffnet sich der Browser des Systems: Personen sehen die Adresse, und ihr Passwortmanager funktioniert.',
    expoScheme: 'Sagen Sie dem System, dass Adressen mit diesem Schema zu Ihrer App gehören.',
    androidScheme: 'Fügen Sie dies unter Android der Haupt-Activity hinzu.',
    iosScheme: 'Fügen Sie dies unter iOS der Property List hinzu.',
    androidInstall: 'Das SDK liegt auf Maven Central und braucht Android 7 (API-Level 24) oder neuer und das Internet.',
    androidRedirect: 'Der Host der Redirect-URI ist der Paketname Ihrer App.',
    viewModel: 'Ein View-Model hält den Client: Wer das Gerät dreht, bricht die Anmeldung nicht ab.',
    androidActivity: 'Eine Schaltfläche genügt.',
    swiftPackage:
      'Wählen Sie in Xcode File, dann Add Package Dependencies, und geben Sie diese Adresse ein. Fügen Sie das Produkt `LogtoClient` hinzu.',
    swiftNoScheme: 'Für das Schema ist nichts anzumelden: Die Sitzung des Browsers fängt es ab.',
    flutterAndroid: 'Fügen Sie unter Android diese Activity hinzu. iOS braucht nichts.',

    expressRoutes: 'Das SDK ergänzt unter `/logto` Routen für Anmeldung, Rückkehr und Abmeldung.',
    expressPages: '`withLogto` legt die Sitzung auf die Anfrage. Einfache Links beginnen und beenden sie.',
    expressProtect: 'Eine Middleware von drei Zeilen hält alle anderen fern.',
    passportStrategy: 'Die Strategie weiß, wohin Personen geschickt werden und was angefragt wird.',
    passportRoutes: 'Eine Route beginnt die Anmeldung, die andere schließt sie ab.',
    passportUser: 'Passport bewahrt das Profil in der Sitzung auf.',
    nextAuthProvider:
      'NextAuth spricht OpenID Connect. Die ID des Providers ist Teil der Redirect-URI. Schreiben Sie stattdessen RS256, wenn Sie es in den Einstellungen dieser Anwendung für ID-Token wählen.',
    nextAuthSignOut: 'NextAuth beendet nur die eigene Sitzung. Diese Schaltfläche beendet auch die hier.',
    svelteHook: 'Der Hook bedient die Rückkehr und legt die Sitzung auf jede Anfrage.',
    svelteActions: 'Formularaktionen beginnen und beenden die Sitzung, ohne Code im Browser.',
    nuxtModule: 'Das Modul liest die Umgebung und ergänzt die Routen.',
    nuxtRoutes: '`/sign-in`, `/callback` und `/sign-out` sind schon da.',
    nuxtServerOnly: 'Den Client gibt es nur auf dem Server.',

    dotnetServices: 'Ein Aufruf richtet das Cookie und OpenID Connect ein.',
    dotnetPaths:
      '`/Callback` und `/SignedOutCallback` bedient das Paket. Starten Sie die App auf Port 5000 oder ändern Sie die Adressen unten.',
    dotnetAuthorize: 'Das Attribut schickt alle zur Anmeldung, die nicht angemeldet sind.',
    dotnetClaims: 'Claims stehen unter ihren eigenen Namen am Benutzer der Anfrage.',
    dotnetApi: 'Nennen Sie die API in den Optionen. Ersetzen Sie die Adresse durch die Kennung Ihrer API-Ressource.',
    razorHandlers: 'Zwei Handler der Seite beginnen und beenden die Sitzung.',
    mvcActions: 'Zwei Aktionen beginnen und beenden die Sitzung.',
    blazorEndpoints:
      'Laufende Komponenten können nicht weiterleiten, deshalb beginnen und beenden zwei Endpunkte die Sitzung.',
    blazorAuthorizeView: '`AuthorizeView` zeigt das eine oder das andere.',
    wasmServices: 'Das Paket des Frameworks genügt. Alles Weitere liest es beim Issuer.',
    wasmCallback: 'Eine Seite bedient die Rückkehr, und der Router erfährt, wer angemeldet ist.',
    wasmButtons: 'Zwei Schaltflächen führen zur Seite von oben.',

    goInstall: 'Das Beispiel verwendet Gin. Jeder Router funktioniert, der Ihnen eine Sitzung gibt.',
    goStorage: 'Das SDK bewahrt seinen Zustand in der Sitzung auf, über einen Adapter mit zwei Methoden.',
    goClient:
      'Der Client entsteht je Anfrage, weil die Sitzung es tut. Nehmen Sie bei mehreren Prozessen einen gemeinsamen Speicher.',
    goRoutes: 'Mehr als drei Routen braucht es nicht.',
    phpClient: 'Der Client bewahrt seinen Zustand in der PHP-Sitzung auf.',
    phpCallback: 'Der Browser kommt mit einem Code zurück. Das SDK tauscht ihn gegen Token.',
    phpPages: 'Beide Methoden antworten mit einer Adresse, an die der Browser geschickt wird.',
    pythonFlask: 'Das Beispiel verwendet Flask. Jedes Framework funktioniert, das Ihnen eine Sitzung gibt.',
    pythonClient: 'Der Client bewahrt seinen Zustand in der Sitzung der Anfrage auf.',
    pythonRoutes: 'Mehr als drei Routen braucht es nicht. Die Methoden sind Koroutinen: Warten Sie mit await auf sie.',
    rubyRails: 'Das Beispiel verwendet Rails. Jedes Framework funktioniert, das Ihnen eine Sitzung gibt.',
    rubyClient: 'Der Client entsteht je Anfrage, weil die Sitzung es tut.',
    rubyRoutes: 'Mehr als drei Routen braucht es nicht.',
    springStarter: 'Spring Security hat alles an Bord.',
    springSettings: 'Alles Weitere wird beim Issuer gelesen.',
    springChain:
      'Alles außer der Startseite verlangt eine angemeldete Person, und die Abmeldung beendet auch die Sitzung hier.',
    springAlgorithm:
      'Spring erwartet RS256 und muss wissen, dass ID-Token mit ES256 signiert sind. Ohne diese Bean wählen Sie RS256 in den Einstellungen dieser Anwendung.',
    springUser: 'Die Person kommt als Argument. Die Importe sind weggelassen.',

    wordpressSearch:
      'Suchen Sie in WordPress unter Plugins nach „OpenID Connect Generic Client“, installieren und aktivieren Sie es.',
    wordpressCli: 'Das Plugin „OpenID Connect Generic Client“ meldet Personen an. Mit WP-CLI ist es ein Befehl.',
    wordpressSettings: 'Übernehmen Sie diese Werte unter Einstellungen, OpenID Connect Client.',
    wordpressConstants:
      'Einstellungen in der Konfigurationsdatei bleiben aus der Datenbank heraus und lassen sich nicht im Browser ändern.',
    wordpressTry:
      'Öffnen Sie die Anmeldeseite Ihrer Website in einem privaten Fenster. Eine neue Schaltfläche führt hierher und zurück.',
    wordpressEmail: 'WordPress erkennt Personen an der E-Mail-Adresse: Alle brauchen eine.',
    outlineEnvironment: 'Fügen Sie diese Zeilen der Umgebung von Outline hinzu.',
    outlineTry: 'Starten Sie Outline neu und öffnen Sie es. Die Anmeldeseite bietet „Postern“ an.',
    outlineEmail: 'Outline erkennt Personen an der E-Mail-Adresse: Alle brauchen eine.',
    gptActions:
      'Öffnen Sie im Editor Ihres GPT „Configure“, legen Sie eine neue Aktion an und wählen Sie OAuth zur Anmeldung.',
    gptSettings: 'Übernehmen Sie diese Werte in den Dialog.',
    gptRedirect:
      'Speichern Sie das GPT. ChatGPT zeigt dann unter den Aktionen eine Callback-URL: Tragen Sie sie hier ein und fügen Sie sie der Anwendung hinzu.',
    gptSchema:
      'Mit diesem Schema kann das GPT fragen, wer angemeldet ist. Die Pfade Ihrer eigenen API kommen später hinzu.',
    gptTry: 'Fragen Sie das GPT, wer Sie sind. Es bittet Sie um die Anmeldung und nennt dann Ihren Namen.',

    machineRole:
      'Eine Maschine darf, was ihre Rollen erlauben. Öffnen Sie den Tab „Rollen“ dieser Anwendung und weisen Sie eine zu.',
    machineManagement: 'Mit einer Rolle, die den Scope `all` der Management-API hat, darf sie dort alles.',
    machineToken: 'Tauschen Sie App-ID und Geheimnis gegen ein Zugriffstoken.',
    machineResource: '`resource` nennt die API, für die das Token gilt. Ohne wird die Anfrage abgelehnt.',
    machineCode: 'Dasselbe ganz ohne Bibliothek.',
    machineKeep: 'Behalten Sie das Token, bis es endet. Für jede Anfrage ein neues zu holen, ist langsam.',
    machineCall:
      'Schicken Sie das Token mit. Listen kommen seitenweise; der Header `total-number` nennt die Gesamtzahl.',
    machineOwnApi:
      'Nennen Sie stattdessen Ihre API-Ressource und die Scopes, die Sie brauchen. Das Token enthält jene, die eine Rolle gibt.',

    partnerValues:
      'Der Partner braucht diese Werte. Schicken Sie das Geheimnis auf einem sicheren Weg, nicht per E-Mail.',
    partnerRedirect:
      'Erfragen Sie die Redirect-URI des Partners, tragen Sie sie hier ein und fügen Sie sie der Anwendung hinzu.',
    partnerPermissions:
      'Wählen Sie auf dem Tab „Berechtigungen“, worum der Partner Personen bitten darf. Ohne Auswahl erfährt er nur, dass sich jemand angemeldet hat.',
    partnerRequest:
      'Hierher schickt der Partner den Browser. Personen melden sich an und werden gefragt, bevor etwas geteilt wird. Die Zeilenumbrüche dienen nur dem Lesen.',
    partnerExchange: 'Der Server des Partners tauscht den Code gegen Token.',
    partnerUser: 'Userinfo antwortet mit dem, was die Person teilen will.',

    installJose: '`jose` prüft die Token. Es hat keine Abhängigkeiten.',
    installPyJwt: '`PyJWT` prüft die Token.',
    springResourceServer: 'Der Resource Server von Spring Security prüft die Token.',
    verifyToken:
      'Ein Token zählt, wenn es mit einem Schlüssel dieses Tenants signiert ist, von seinem Issuer kommt und für diese API gilt.',
    verifyRotation:
      'Schlüssel werden einmal geholt, und wieder, wenn ein unbekannter auftaucht: Ein Wechsel braucht keinen Neustart.',
    springApiSettings: 'Die Werte dieses Tenants und dieser API-Ressource.',
    springTokenType:
      'Zugriffstoken nennen sich im Header `at+jwt`, das muss Spring wissen. Die Importe sind weggelassen.',
    springScope: 'Scopes werden zu Authorities mit `SCOPE_` davor. Die Regel oben verlangt eine davon.',
    samlMetadata:
      'Die meisten Service-Provider lesen die Metadaten von einer Adresse oder aus einer Datei. Sie enthalten alle Adressen und die Signaturzertifikate.',
    samlSettings:
      'Kann der Service-Provider keine Metadaten lesen, tragen Sie dort diese Werte ein. Das Zertifikat laden Sie auf dem Tab „Einstellungen“ der Anwendung herunter.',
    samlServiceProvider:
      'Der Service-Provider nennt seine Entity-ID und die Adresse seines Assertion Consumer Service (ACS), oft in Metadaten wie diesen. Tragen Sie beide auf dem Tab „Einstellungen“ der Anwendung ein.',
    samlAttributes:
      'Wählen Sie auf dem Tab „Attribute“, welche Daten des Benutzers die Assertion enthält und wie der Service-Provider sie nennt. Die Name-ID wählen Sie auf dem Tab „Einstellungen“.',
    samlTryIt:
      'Öffnen Sie den Service-Provider und melden Sie sich an. Wenn Sie Anmeldungen erlauben, die hier beginnen, geht auch diese Adresse.',
    apiProtect: 'Nennen Sie den Scope, den jede Route verlangt.',
    apiTry:
      'Legen Sie eine Maschine-zu-Maschine-Anwendung mit einer Rolle an, die den Scope hat, setzen Sie ID und Geheimnis hier ein und rufen Sie die API auf.',
  },
};
