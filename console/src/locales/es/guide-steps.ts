import type { GuideTexts } from '../en/guide-steps.ts';

export const guideSteps: GuideTexts = {
  titles: {
    install: 'Instalar el SDK',
    installLibrary: 'Instalar la biblioteca',
    installPlugin: 'Instalar el plugin',
    configure: 'Configurar el SDK',
    environment: 'Definir variables de entorno',
    settings: 'Rellenar los ajustes',
    redirects: 'Añadir las URI de redirección',
    scheme: 'Registrar el esquema',
    manifest: 'Solicitar permisos',
    storage: 'Guardar la sesión',
    security: 'Configurar la seguridad',
    callback: 'Gestionar el retorno',
    signIn: 'Iniciar y cerrar sesión',
    signOut: 'Cerrar sesión',
    signOutEverywhere: 'Terminar la sesión en Postern',
    user: 'Leer el usuario',
    protect: 'Proteger una página',
    api: 'Llamar a una API',
    verify: 'Verificar los tokens de acceso',
    tryIt: 'Probarlo',
    token: 'Obtener un token',
    code: 'Obtener un token desde el código',
    managementApi: 'Llamar a la API de administración',
    ownApi: 'Llamar a su propia API',
    machineRole: 'Asignar un rol',
    handOver: 'Compartir los valores',
    samlMetadata: 'Dar nuestros metadatos al proveedor de servicios',
    samlServiceProvider: 'Introducir los valores del proveedor de servicios',
    samlAttributes: 'Elegir los atributos',
    permissions: 'Elegir sus permisos',
    request: 'Enviar a las personas a iniciar sesión',
    openActions: 'Abrir las acciones de su GPT',
    schema: 'Describir la API',
  },
  texts: {
    installSdk: 'Añada el SDK a su proyecto.',
    installSdkAndPeers: 'Añada el SDK y los paquetes que usa para abrir el navegador y guardar los tokens.',
    installOidcLibrary: 'Sirve cualquier biblioteca de OpenID Connect. Esta está bien mantenida para el framework.',
    redirects:
      'A estas direcciones se envía a las personas después de iniciar o cerrar sesión. Las demás se rechazan, así que añádalas a la aplicación. Si las cambia aquí, también cambian los ejemplos.',
    ownSite: 'Introduzca primero la dirección de su sitio.',
    provider:
      'Envuelva su aplicación en el proveedor. Guarda la sesión y la pone a disposición de todos los componentes.',
    plugin: 'Registre el plugin una vez. Guarda la sesión y la pone a disposición de todos los componentes.',
    oneClient: 'Cree un solo cliente y úselo en todas partes.',
    serverConfig: 'Mantenga la configuración en el servidor. El secreto nunca debe llegar al navegador.',
    cookieSecret:
      'La cookie de sesión se cifra con un valor aleatorio. Hemos generado uno para usted. No lo suba a su repositorio.',
    sessionSecret:
      'Las sesiones se firman con un valor aleatorio. Hemos generado uno para usted. No lo suba a su repositorio.',
    environment: 'Guarde los valores en variables de entorno, no en el código.',
    callbackPage:
      'El navegador vuelve a esta página con un código de autorización. El SDK lo cambia por tokens y su código continúa.',
    callbackRoute: 'Añada para ello una ruta aparte que no requiera iniciar sesión.',
    callbackRouteHandler:
      'El navegador vuelve con un código de autorización. Esta ruta lo cambia por tokens e inicia la sesión.',
    authRoutes: 'Una sola ruta atiende el inicio de sesión, el retorno y el cierre de sesión.',
    signInButtons:
      'El inicio de sesión sale de su página y vuelve a la URI de redirección. El cierre de sesión también termina la sesión en Postern.',
    serverActions: 'Ambas son acciones de servidor, así que ningún token sale del servidor.',
    serverSideUser: 'La página lee la sesión en el servidor. Enlaces normales la inician y la terminan.',
    loaderUser: 'El loader lee la sesión en el servidor. Enlaces normales la inician y la terminan.',
    userClaims: 'Los claims del token de ID identifican al usuario. Solicite más ámbitos para obtener más claims.',
    userInfo: 'Userinfo devuelve los datos actuales del usuario. Solicite más ámbitos para obtener más datos.',
    apiResource:
      'Nombre la API al solicitar un token. Sustituya la dirección por el identificador de su recurso de API. El token se renueva cuando caduca.',
    apiParameters: 'Nombre la API en cada solicitud. Sustituya la dirección por el identificador de su recurso de API.',
    protectPage: 'Redirija a quienes no han iniciado sesión antes de que se muestre la página.',
    protectRoute: 'Las rutas de API también pueden leer la sesión. Devuelva 401 a quienes no han iniciado sesión.',
    refreshToken:
      '`offline_access` con `prompt=consent` devuelve un token de actualización, para que la sesión siga abierta.',
    signOutBoth:
      'Termine primero su propia sesión y después la sesión en Postern. De lo contrario, el siguiente inicio de sesión se completa sin pedir credenciales.',
    angularConfig: 'La biblioteca lee lo demás del emisor y comprueba la sesión cuando arranca la aplicación.',
    angularComponent: 'El servicio ofrece el usuario con sesión iniciada como signals.',
    extensionManifest: 'La extensión abre la ventana de inicio de sesión, guarda los tokens y llama a su endpoint.',
    extensionRedirect:
      'Busque el ID de su extensión en `chrome://extensions`, introdúzcalo en ambas direcciones y añádalas a la aplicación.',
    extensionWorker:
      'El service worker contiene el cliente, así que cerrar la ventana emergente no interrumpe el inicio de sesión.',
    extensionPopup: 'La ventana emergente solo envía mensajes al service worker.',
    extensionApi: 'Añada también la dirección de la API a `host_permissions`.',
    webflowHead:
      'En los ajustes del sitio, en el apartado de código personalizado, añada esto al head de todas las páginas.',
    webflowCallback: 'Cree una página llamada `callback` y añada esto a su código personalizado.',
    webflowButtons: 'Dé a dos botones los ID `sign-in` y `sign-out`, y añada esto antes del final del body.',
    webflowUser: 'Inserte esto donde deba aparecer el nombre.',
    nativeScheme: 'Use un esquema único, como su dominio al revés.',
    nativeBrowser:
      'Se abre el navegador del sistema, así que las personas ven la dirección y su gestor de contraseñas funciona.',
    expoScheme: 'Registre este esquema para su aplicación en el sistema operativo.',
    androidScheme: 'En Android, añada esto a la actividad principal.',
    iosScheme: 'En iOS, añada esto a la lista de propiedades.',
    androidInstall:
      'El SDK está en Maven Central y necesita Android 7 (nivel de API 24) o posterior y conexión a internet.',
    androidRedirect: 'El host de la URI de redirección es el nombre del paquete de su aplicación.',
    viewModel: 'Un view model contiene el cliente, para que girar la pantalla no interrumpa el inicio de sesión.',
    androidActivity: 'Basta con un botón.',
    swiftPackage:
      'En Xcode, elija File y después Add Package Dependencies, e introduzca esta dirección. Añada el producto `LogtoClient`.',
    swiftNoScheme: 'No hace falta registrar el esquema. La sesión del navegador se encarga de él.',
    flutterAndroid: 'En Android, añada esta actividad. iOS no necesita nada.',
    expressRoutes: 'El SDK añade rutas para el inicio de sesión, el retorno y el cierre de sesión debajo de `/logto`.',
    expressPages: '`withLogto` pone la sesión en la solicitud. Enlaces normales la inician y la terminan.',
    expressProtect: 'Un middleware breve redirige a quienes no han iniciado sesión.',
    passportStrategy: 'La estrategia contiene los endpoints y los ámbitos solicitados.',
    passportRoutes: 'Una ruta empieza el inicio de sesión y la otra lo completa.',
    passportUser: 'Passport guarda el perfil en la sesión.',
    nextAuthProvider:
      'NextAuth admite OpenID Connect. El ID del proveedor forma parte de la URI de redirección. Si elige RS256 para los tokens de ID en los ajustes de esta aplicación, úselo también aquí.',
    nextAuthSignOut: 'NextAuth solo termina su propia sesión. Este botón también termina la sesión en Postern.',
    svelteHook: 'El hook atiende el retorno y pone la sesión en cada solicitud.',
    svelteActions: 'Las acciones de formulario inician y terminan la sesión, sin código en el navegador.',
    nuxtModule: 'El módulo lee el entorno y añade las rutas.',
    nuxtRoutes: 'El módulo ya ofrece `/sign-in`, `/callback` y `/sign-out`.',
    nuxtServerOnly: 'El cliente solo existe en el servidor.',
    dotnetServices: 'Una sola llamada configura la cookie y OpenID Connect.',
    dotnetPaths:
      'El paquete atiende `/Callback` y `/SignedOutCallback`. Ejecute la aplicación en el puerto 5000 o cambie las direcciones siguientes.',
    dotnetAuthorize: 'El atributo redirige a la página de inicio de sesión a quienes no la han iniciado.',
    dotnetClaims: 'Los claims están en el usuario de la solicitud, con sus propios nombres.',
    dotnetApi: 'Nombre la API en las opciones. Sustituya la dirección por el identificador de su recurso de API.',
    razorHandlers: 'Dos controladores de página inician y terminan la sesión.',
    mvcActions: 'Dos acciones inician y terminan la sesión.',
    blazorEndpoints:
      'Los componentes no pueden redirigir una vez activos, así que dos endpoints inician y terminan la sesión.',
    blazorAuthorizeView: '`AuthorizeView` muestra una cosa u otra.',
    wasmServices: 'Basta con el paquete del framework. Lo demás se lee del emisor.',
    wasmCallback: 'Una página gestiona los retornos, y el router recibe el usuario con sesión iniciada.',
    wasmButtons: 'Dos botones enlazan con la página anterior.',
    goInstall: 'El ejemplo usa Gin. Sirve cualquier router con sesiones.',
    goStorage: 'El SDK guarda su estado en la sesión mediante un adaptador de dos métodos.',
    goClient:
      'Cree el cliente en cada solicitud, porque la sesión pertenece a la solicitud. Use un almacén compartido si ejecuta más de un proceso.',
    goRoutes: 'Necesita tres rutas.',
    phpClient: 'El cliente guarda su estado en la sesión de PHP.',
    phpCallback: 'El navegador vuelve con un código de autorización. El SDK lo cambia por tokens.',
    phpPages: 'Ambos métodos devuelven la URL a la que hay que redirigir el navegador.',
    pythonFlask: 'El ejemplo usa Flask. Sirve cualquier framework con sesiones.',
    pythonClient: 'El cliente guarda su estado en la sesión de la solicitud.',
    pythonRoutes: 'Necesita tres rutas. Los métodos son corrutinas, así que espérelos con await.',
    rubyRails: 'El ejemplo usa Rails. Sirve cualquier framework con sesiones.',
    rubyClient: 'Cree el cliente en cada solicitud, porque la sesión pertenece a la solicitud.',
    rubyRoutes: 'Necesita tres rutas.',
    springStarter: 'Spring Security incluye todo lo que necesita.',
    springSettings: 'Lo demás se lee del emisor.',
    springChain:
      'Todas las páginas, salvo la principal, requieren iniciar sesión. El cierre de sesión también termina la sesión en Postern.',
    springAlgorithm:
      'Spring espera RS256 de forma predeterminada, pero los tokens de ID se firman con ES256. Añada este bean o elija RS256 en los ajustes de esta aplicación.',
    springUser: 'El usuario se recibe como argumento. Se omiten los imports.',
    wordpressSearch: 'En WordPress, en Plugins, busque «OpenID Connect Generic Client», instálelo y actívelo.',
    wordpressCli: 'El plugin «OpenID Connect Generic Client» inicia las sesiones. Con WP-CLI es un solo comando.',
    wordpressSettings: 'Copie estos valores en Ajustes, OpenID Connect Client.',
    wordpressConstants:
      'Los ajustes del archivo de configuración quedan fuera de la base de datos y no se pueden cambiar en el navegador.',
    wordpressTry: 'Abra la página de inicio de sesión de su sitio en una ventana privada y use el nuevo botón.',
    wordpressEmail:
      'WordPress identifica a las personas por su correo electrónico, así que todos los usuarios necesitan uno.',
    outlineEnvironment: 'Añada estas líneas al entorno de Outline.',
    outlineTry: 'Reinicie Outline y ábralo. La página de inicio de sesión ofrece «Postern».',
    outlineEmail:
      'Outline identifica a las personas por su correo electrónico, así que todos los usuarios necesitan uno.',
    gptActions: 'En el editor de su GPT, abra Configure, cree una acción nueva y elija OAuth como autenticación.',
    gptSettings: 'Copie estos valores en el cuadro de diálogo.',
    gptRedirect:
      'Guarde el GPT. ChatGPT muestra entonces una URL de retorno debajo de las acciones. Introdúzcala aquí y añádala a la aplicación.',
    gptSchema:
      'Con este esquema, el GPT puede leer el usuario con sesión iniciada. Añada más tarde las rutas de su propia API.',
    gptTry: 'Pregunte al GPT quién es usted. Le pedirá que inicie sesión y responderá con su nombre.',
    machineRole: 'Los roles deciden qué puede hacer una máquina. Asigne uno en la pestaña Roles de esta aplicación.',
    machineManagement: 'Un rol con el ámbito `all` de la API de administración da acceso completo a ella.',
    machineToken: 'Cambie el ID de la aplicación y el secreto por un token de acceso.',
    machineResource: '`resource` es la API para la que es el token. Las solicitudes sin él se rechazan.',
    machineCode: 'La misma solicitud sin biblioteca.',
    machineKeep: 'Guarde el token en caché hasta que caduque. Solicitar uno nuevo cada vez es lento.',
    machineCall:
      'Envíe el token en la cabecera Authorization. Las listas están paginadas. La cabecera `total-number` contiene el número total.',
    machineOwnApi:
      'Nombre su propio recurso de API y los ámbitos que necesita. El token contiene los ámbitos que concede un rol.',
    partnerValues: 'El socio necesita estos valores. Envíe el secreto por un canal seguro, no por correo.',
    partnerRedirect: 'Pida al socio su URI de redirección, introdúzcala aquí y añádala a la aplicación.',
    partnerPermissions:
      'En la pestaña Permisos, elija los permisos que el socio puede solicitar. Sin permisos, solo sabe que una persona ha iniciado sesión.',
    partnerRequest:
      'El socio redirige el navegador a esta URL. Las personas inician sesión y ven una página de consentimiento antes de que se compartan datos. Los saltos de línea son solo para facilitar la lectura.',
    partnerExchange: 'El servidor del socio cambia el código de autorización por tokens.',
    partnerUser: 'Userinfo devuelve los datos que la persona ha aceptado compartir.',
    installJose: '`jose` verifica los tokens. No tiene dependencias.',
    installPyJwt: '`PyJWT` verifica los tokens.',
    springResourceServer: 'El servidor de recursos de Spring Security verifica los tokens.',
    verifyToken:
      'Un token es válido si está firmado con una clave de este inquilino, procede de su emisor y es para esta API.',
    verifyRotation:
      'Las claves se guardan en caché y se vuelven a pedir cuando aparece una desconocida, así que la rotación de claves no requiere reiniciar.',
    springApiSettings: 'Los valores de este inquilino y de este recurso de API.',
    springTokenType:
      'La cabecera de los tokens de acceso tiene el tipo `at+jwt`, así que configure Spring para que lo acepte. Se omiten los imports.',
    springScope:
      'Los ámbitos se convierten en autoridades con el prefijo `SCOPE_`. La regla anterior exige una de ellas.',
    samlMetadata:
      'La mayoría de los proveedores de servicios leen los metadatos de una dirección o de un archivo. Contienen todas las direcciones y los certificados de firma.',
    samlSettings:
      'Si el proveedor de servicios no puede leer metadatos, introduzca allí estos valores. Descargue el certificado en la pestaña Ajustes de la aplicación.',
    samlServiceProvider:
      'El proveedor de servicios indica su ID de entidad y la URL de su servicio de consumo de aserciones (ACS), a menudo en unos metadatos como estos. Introduzca ambos en la pestaña Ajustes de la aplicación.',
    samlAttributes:
      'En la pestaña Asignación de atributos, elija qué datos del usuario contiene la aserción y cómo los llama el proveedor de servicios. El Name ID se elige en la pestaña Ajustes.',
    samlTryIt:
      'Abra el proveedor de servicios e inicie sesión. Si ha activado el inicio de sesión desde aquí, esta dirección también funciona.',
    apiProtect: 'Defina el ámbito que exige cada ruta.',
    apiTry:
      'Cree una aplicación de máquina a máquina con un rol que tenga el ámbito, introduzca aquí su ID y su secreto, y llame a la API.',
  },
};
