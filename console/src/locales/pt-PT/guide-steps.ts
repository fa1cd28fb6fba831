import type { GuideTexts } from '../en/guide-steps.ts';

export const guideSteps: GuideTexts = {
  titles: {
    install: 'Instalar o SDK',
    installLibrary: 'Instalar a biblioteca',
    installPlugin: 'Instalar o plugin',
    configure: 'Configurar o SDK',
    environment: 'Definir variáveis de ambiente',
    settings: 'Preencher as definições',
    redirects: 'Adicionar os URI de redirecionamento',
    scheme: 'Registar o esquema',
    manifest: 'Pedir permissões',
    storage: 'Guardar a sessão',
    security: 'Configurar a segurança',
    callback: 'Tratar o retorno',
    signIn: 'Iniciar e terminar sessão',
    signOut: 'Terminar sessão',
    signOutEverywhere: 'Terminar a sessão no Postern',
    user: 'Ler o utilizador',
    protect: 'Proteger uma página',
    api: 'Chamar uma API',
    verify: 'Verificar tokens de acesso',
    tryIt: 'Experimentar',
    token: 'Obter um token',
    code: 'Obter um token no código',
    managementApi: 'Chamar a API de gestão',
    ownApi: 'Chamar a sua própria API',
    machineRole: 'Atribuir uma função',
    handOver: 'Partilhar os valores',
    samlMetadata: 'Fornecer os nossos metadados ao fornecedor de serviços',
    samlServiceProvider: 'Introduzir os valores do fornecedor de serviços',
    samlAttributes: 'Escolher os atributos',
    permissions: 'Escolher as permissões',
    request: 'Enviar as pessoas para o início de sessão',
    openActions: 'Abrir as ações do seu GPT',
    schema: 'Descrever a API',
  },
  texts: {
    installSdk: 'Adicione o SDK ao seu projeto.',
    installSdkAndPeers: 'Adicione o SDK e os pacotes que utiliza para abrir o navegador e guardar tokens.',
    installOidcLibrary: 'Qualquer biblioteca OpenID Connect serve. Esta tem boa manutenção para a framework.',
    redirects:
      'As pessoas são enviadas para estes endereços depois de iniciarem ou terminarem sessão. Os outros endereços são recusados, por isso adicione-os à aplicação. Se os alterar aqui, os exemplos também mudam.',
    ownSite: 'Introduza primeiro o endereço do seu site.',
    provider: 'Envolva a sua aplicação no provider. Ele guarda a sessão e disponibiliza-a a todos os componentes.',
    plugin: 'Registe o plugin uma vez. Ele guarda a sessão e disponibiliza-a a todos os componentes.',
    oneClient: 'Crie um único cliente e utilize-o em todo o lado.',
    serverConfig: 'Mantenha a configuração no servidor. O segredo nunca pode chegar ao navegador.',
    cookieSecret:
      'O cookie da sessão é encriptado com um valor aleatório. Gerámos um para si. Não o envie para o seu repositório.',
    sessionSecret:
      'As sessões são assinadas com um valor aleatório. Gerámos um para si. Não o envie para o seu repositório.',
    environment: 'Guarde os valores em variáveis de ambiente, não no código.',
    callbackPage:
      'O navegador volta a esta página com um código de autorização. O SDK troca-o por tokens, e o seu código continua.',
    callbackRoute: 'Adicione para isso uma rota separada que não exija início de sessão.',
    callbackRouteHandler:
      'O navegador volta com um código de autorização. Esta rota troca-o por tokens e inicia a sessão.',
    authRoutes: 'Uma única rota serve o início de sessão, o retorno e o fim de sessão.',
    signInButtons:
      'O início de sessão sai da sua página e volta ao URI de redirecionamento. O fim de sessão também termina a sessão no Postern.',
    serverActions: 'Ambas são server actions, por isso nenhum token sai do servidor.',
    serverSideUser: 'A página lê a sessão no servidor. Ligações normais iniciam-na e terminam-na.',
    loaderUser: 'O loader lê a sessão no servidor. Ligações normais iniciam-na e terminam-na.',
    userClaims: 'Os claims do token de ID identificam o utilizador. Peça mais âmbitos para obter mais claims.',
    userInfo: 'O userinfo devolve os dados atuais do utilizador. Peça mais âmbitos para obter mais dados.',
    apiResource:
      'Indique a API quando pedir um token. Substitua o endereço pelo identificador do seu recurso de API. O token é renovado quando expira.',
    apiParameters: 'Indique a API em cada pedido. Substitua o endereço pelo identificador do seu recurso de API.',
    protectPage: 'Redirecione quem não iniciou sessão antes de a página ser apresentada.',
    protectRoute: 'As rotas de API também podem ler a sessão. Devolva 401 a quem não iniciou sessão.',
    refreshToken:
      '`offline_access` com `prompt=consent` devolve um token de atualização, para que a sessão continue aberta.',
    signOutBoth:
      'Termine primeiro a sua própria sessão e depois a sessão no Postern. Caso contrário, o próximo início de sessão é concluído sem pedir credenciais.',
    angularConfig: 'A biblioteca lê tudo o resto do emissor e verifica a sessão quando a aplicação arranca.',
    angularComponent: 'O serviço disponibiliza o utilizador com sessão iniciada como signals.',
    extensionManifest: 'A extensão abre a janela de início de sessão, guarda tokens e chama o seu endpoint.',
    extensionRedirect:
      'Encontre o ID da sua extensão em `chrome://extensions`, introduza-o em ambos os endereços e adicione-os à aplicação.',
    extensionWorker: 'O service worker contém o cliente, por isso fechar o popup não interrompe o início de sessão.',
    extensionPopup: 'O popup só envia mensagens ao service worker.',
    extensionApi: 'Adicione também o endereço da API a `host_permissions`.',
    webflowHead: 'Nas definições do site, em código personalizado, adicione isto ao head de todas as páginas.',
    webflowCallback: 'Crie uma página chamada `callback` e adicione isto ao seu código personalizado.',
    webflowButtons: 'Dê a dois botões os ID `sign-in` e `sign-out` e adicione isto antes do fim do body.',
    webflowUser: 'Incorpore isto onde o nome deve aparecer.',
    nativeScheme: 'Utilize um esquema único, como o seu domínio ao contrário.',
    nativeBrowser:
      'Abre-se o navegador do sistema, por isso as pessoas veem o endereço e o gestor de palavras-passe funciona.',
    expoScheme: 'Registe este esquema para a sua aplicação no sistema operativo.',
    androidScheme: 'No Android, adicione isto à activity principal.',
    iosScheme: 'No iOS, adicione isto à property list.',
    androidInstall:
      'O SDK está no Maven Central e precisa do Android 7 (nível de API 24) ou mais recente e da internet.',
    androidRedirect: 'O anfitrião do URI de redirecionamento é o nome do pacote da sua aplicação.',
    viewModel: 'Um view model contém o cliente, para que rodar o ecrã não interrompa o início de sessão.',
    androidActivity: 'Um botão é suficiente.',
    swiftPackage:
      'No Xcode, escolha File e depois Add Package Dependencies e introduza este endereço. Adicione o produto `LogtoClient`.',
    swiftNoScheme: 'Não é necessário registar o esquema. A sessão do navegador trata disso.',
    flutterAndroid: 'No Android, adicione esta activity. O iOS não precisa de nada.',
    expressRoutes: 'O SDK adiciona rotas para início de sessão, retorno e fim de sessão abaixo de `/logto`.',
    expressPages: '`withLogto` coloca a sessão no pedido. Ligações normais iniciam-na e terminam-na.',
    expressProtect: 'Um pequeno middleware redireciona quem não iniciou sessão.',
    passportStrategy: 'A estratégia contém os endpoints e os âmbitos pedidos.',
    passportRoutes: 'Uma rota começa o início de sessão, a outra conclui-o.',
    passportUser: 'O Passport guarda o perfil na sessão.',
    nextAuthProvider:
      'O NextAuth suporta OpenID Connect. O ID do provider faz parte do URI de redirecionamento. Se escolher RS256 para os tokens de ID nas definições desta aplicação, utilize-o também aqui.',
    nextAuthSignOut: 'O NextAuth termina apenas a sua própria sessão. Este botão também termina a sessão no Postern.',
    svelteHook: 'O hook serve o retorno e coloca a sessão em cada pedido.',
    svelteActions: 'As form actions iniciam e terminam a sessão, sem código no navegador.',
    nuxtModule: 'O módulo lê o ambiente e adiciona as rotas.',
    nuxtRoutes: 'O módulo já disponibiliza `/sign-in`, `/callback` e `/sign-out`.',
    nuxtServerOnly: 'O cliente existe apenas no servidor.',
    dotnetServices: 'Uma chamada configura o cookie e o OpenID Connect.',
    dotnetPaths:
      '`/Callback` e `/SignedOutCallback` são servidos pelo pacote. Execute a aplicação na porta 5000 ou altere os endereços abaixo.',
    dotnetAuthorize: 'O atributo redireciona quem não iniciou sessão para a página de início de sessão.',
    dotnetClaims: 'Os claims estão no utilizador do pedido, com os seus próprios nomes.',
    dotnetApi: 'Indique a API nas opções. Substitua o endereço pelo identificador do seu recurso de API.',
    razorHandlers: 'Dois page handlers iniciam e terminam a sessão.',
    mvcActions: 'Duas actions iniciam e terminam a sessão.',
    blazorEndpoints:
      'Os componentes não podem redirecionar depois de ativos, por isso dois endpoints iniciam e terminam a sessão.',
    blazorAuthorizeView: '`AuthorizeView` mostra uma coisa ou outra.',
    wasmServices: 'O pacote da framework é suficiente. Tudo o resto é lido do emissor.',
    wasmCallback: 'Uma página trata os retornos, e o router recebe o utilizador com sessão iniciada.',
    wasmButtons: 'Dois botões levam à página acima.',
    goInstall: 'O exemplo utiliza Gin. Qualquer router com sessões serve.',
    goStorage: 'O SDK guarda o seu estado na sessão, através de um adaptador de dois métodos.',
    goClient:
      'Crie o cliente em cada pedido, porque a sessão pertence ao pedido. Utilize um armazenamento partilhado se executar mais de um processo.',
    goRoutes: 'Precisa de três rotas.',
    phpClient: 'O cliente guarda o seu estado na sessão do PHP.',
    phpCallback: 'O navegador volta com um código de autorização. O SDK troca-o por tokens.',
    phpPages: 'Ambos os métodos devolvem o URL para onde redirecionar o navegador.',
    pythonFlask: 'O exemplo utiliza Flask. Qualquer framework com sessões serve.',
    pythonClient: 'O cliente guarda o seu estado na sessão do pedido.',
    pythonRoutes: 'Precisa de três rotas. Os métodos são corrotinas, por isso utilize await.',
    rubyRails: 'O exemplo utiliza Rails. Qualquer framework com sessões serve.',
    rubyClient: 'Crie o cliente em cada pedido, porque a sessão pertence ao pedido.',
    rubyRoutes: 'Precisa de três rotas.',
    springStarter: 'O Spring Security inclui tudo o que é preciso.',
    springSettings: 'Tudo o resto é lido do emissor.',
    springChain:
      'Todas as páginas, exceto a inicial, exigem início de sessão. O fim de sessão também termina a sessão no Postern.',
    springAlgorithm:
      'O Spring espera RS256 por predefinição, mas os tokens de ID são assinados com ES256. Adicione este bean ou escolha RS256 nas definições desta aplicação.',
    springUser: 'O utilizador é recebido como argumento. Os imports foram omitidos.',
    wordpressSearch: 'No WordPress, em Plugins, procure “OpenID Connect Generic Client”, instale-o e ative-o.',
    wordpressCli:
      'O plugin “OpenID Connect Generic Client” trata do início de sessão. Com o WP-CLI é um único comando.',
    wordpressSettings: 'Copie estes valores para Definições, OpenID Connect Client.',
    wordpressConstants:
      'As definições no ficheiro de configuração ficam fora da base de dados e não podem ser alteradas no navegador.',
    wordpressTry: 'Abra a página de início de sessão do seu site numa janela privada e utilize o novo botão.',
    wordpressEmail:
      'O WordPress identifica as pessoas pelo endereço de e-mail, por isso todos os utilizadores precisam de um.',
    outlineEnvironment: 'Adicione estas linhas ao ambiente do Outline.',
    outlineTry: 'Reinicie o Outline e abra-o. A página de início de sessão oferece “Postern”.',
    outlineEmail:
      'O Outline identifica as pessoas pelo endereço de e-mail, por isso todos os utilizadores precisam de um.',
    gptActions: 'No editor do seu GPT, abra Configure, crie uma nova ação e escolha OAuth como autenticação.',
    gptSettings: 'Copie estes valores para a caixa de diálogo.',
    gptRedirect:
      'Guarde o GPT. O ChatGPT mostra então um URL de retorno abaixo das ações. Introduza-o aqui e adicione-o à aplicação.',
    gptSchema:
      'Este esquema permite ao GPT ler o utilizador com sessão iniciada. Adicione mais tarde os caminhos da sua própria API.',
    gptTry: 'Pergunte ao GPT quem é. Ele pede-lhe que inicie sessão e depois responde com o seu nome.',
    machineRole: 'As funções decidem o que uma máquina pode fazer. Atribua uma no separador Funções desta aplicação.',
    machineManagement: 'Uma função com o âmbito `all` da API de gestão dá acesso total a essa API.',
    machineToken: 'Troque o ID da aplicação e o segredo por um token de acesso.',
    machineResource: '`resource` é a API a que o token se destina. Os pedidos sem ele são recusados.',
    machineCode: 'O mesmo pedido sem biblioteca.',
    machineKeep: 'Guarde o token em cache até expirar. Pedir um novo de cada vez é lento.',
    machineCall:
      'Envie o token no cabeçalho Authorization. As listas são paginadas. O cabeçalho `total-number` contém o número total.',
    machineOwnApi:
      'Indique o seu próprio recurso de API e os âmbitos de que precisa. O token contém os âmbitos que uma função concede.',
    partnerValues: 'O parceiro precisa destes valores. Envie o segredo por um canal seguro, não por e-mail.',
    partnerRedirect: 'Peça ao parceiro o seu URI de redirecionamento, introduza-o aqui e adicione-o à aplicação.',
    partnerPermissions:
      'No separador Permissões, escolha as permissões que o parceiro pode pedir. Sem permissões, só sabe que uma pessoa iniciou sessão.',
    partnerRequest:
      'O parceiro redireciona o navegador para este URL. As pessoas iniciam sessão e veem uma página de consentimento antes de serem partilhados dados. As quebras de linha servem apenas para facilitar a leitura.',
    partnerExchange: 'O servidor do parceiro troca o código de autorização por tokens.',
    partnerUser: 'O userinfo devolve os dados que a pessoa aceitou partilhar.',
    installJose: '`jose` verifica os tokens. Não tem dependências.',
    installPyJwt: '`PyJWT` verifica os tokens.',
    springResourceServer: 'O resource server do Spring Security verifica os tokens.',
    verifyToken:
      'Um token é válido se estiver assinado com uma chave deste inquilino, vier do seu emissor e se destinar a esta API.',
    verifyRotation:
      'As chaves ficam em cache e são obtidas de novo quando aparece uma desconhecida, por isso a rotação de chaves não exige reinício.',
    springApiSettings: 'Os valores deste inquilino e deste recurso de API.',
    springTokenType:
      'O cabeçalho dos tokens de acesso tem o tipo `at+jwt`, por isso configure o Spring para o aceitar. Os imports foram omitidos.',
    springScope: 'Os âmbitos tornam-se authorities com o prefixo `SCOPE_`. A regra acima exige uma delas.',
    samlMetadata:
      'A maioria dos fornecedores de serviços lê os metadados de um endereço ou de um ficheiro. Contêm todos os endereços e os certificados de assinatura.',
    samlSettings:
      'Se o fornecedor de serviços não conseguir ler metadados, introduza lá estes valores. Transfira o certificado no separador Definições da aplicação.',
    samlServiceProvider:
      'O fornecedor de serviços indica o ID da entidade e o URL do serviço consumidor de asserções (ACS), muitas vezes em metadados como estes. Introduza ambos no separador Definições da aplicação.',
    samlAttributes:
      'No separador Mapeamento de atributos, escolha que dados do utilizador a asserção contém e como o fornecedor de serviços os designa. O Name ID é escolhido no separador Definições.',
    samlTryIt:
      'Abra o fornecedor de serviços e inicie sessão. Se ativou o início de sessão a partir daqui, este endereço também funciona.',
    apiProtect: 'Defina o âmbito que cada rota exige.',
    apiTry:
      'Crie uma aplicação máquina a máquina com uma função que tenha o âmbito, introduza aqui o seu ID e o seu segredo e chame a API.',
  },
};
