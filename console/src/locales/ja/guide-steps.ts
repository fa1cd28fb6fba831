import type { GuideTexts } from '../en/guide-steps.ts';

export const guideSteps: GuideTexts = {
  titles: {
    install: 'SDK をインストール',
    installLibrary: 'ライブラリをインストール',
    installPlugin: 'プラグインをインストール',
    configure: 'SDK を設定',
    environment: '環境変数を設定',
    settings: '設定を入力',
    redirects: 'リダイレクト URI を追加',
    scheme: 'スキームを登録',
    manifest: '権限を要求',
    storage: 'セッションを保存',
    security: 'セキュリティを設定',
    callback: 'コールバックを処理',
    signIn: 'ログインとログアウト',
    signOut: 'ログアウト',
    signOutEverywhere: 'Postern のセッションを終了',
    user: 'ユーザーを読み取る',
    protect: 'ページを保護',
    api: 'API を呼び出す',
    verify: 'アクセストークンを検証',
    tryIt: '試してみる',
    token: 'トークンを取得',
    code: 'コードでトークンを取得',
    managementApi: '管理 API を呼び出す',
    ownApi: '自社の API を呼び出す',
    machineRole: 'ロールを割り当てる',
    handOver: '値を共有',
    samlMetadata: 'サービスプロバイダーにこちらのメタデータを登録',
    samlServiceProvider: 'サービスプロバイダーの値を入力',
    samlAttributes: '属性を選択',
    permissions: '権限を選択',
    request: 'ログインに誘導',
    openActions: 'GPT のアクションを開く',
    schema: 'API を記述',
  },
  texts: {
    installSdk: 'プロジェクトに SDK を追加します。',
    installSdkAndPeers: 'SDK と、SDK がブラウザーを開いたりトークンを保存したりするためのパッケージを追加します。',
    installOidcLibrary:
      'OpenID Connect に対応したライブラリであれば、どれでも使えます。これは、このフレームワーク向けによく保守されているものです。',
    redirects:
      'ログイン後またはログアウト後に、ユーザーはこれらのアドレスに移動します。ほかのアドレスは拒否されるため、アプリケーションに追加してください。ここで変更すると、サンプルにも反映されます。',
    ownSite: '先にサイトのアドレスを入力してください。',
    provider:
      'アプリをプロバイダーで囲みます。プロバイダーはセッションを保存し、すべてのコンポーネントから使えるようにします。',
    plugin:
      'プラグインを一度登録します。プラグインはセッションを保存し、すべてのコンポーネントから使えるようにします。',
    oneClient: 'クライアントを 1 つ作成し、すべての場所で使います。',
    serverConfig: '設定はサーバーに置きます。シークレットをブラウザーに渡してはいけません。',
    cookieSecret:
      'セッション Cookie はランダムな値で暗号化されます。値を 1 つ生成しました。リポジトリにコミットしないでください。',
    sessionSecret:
      'セッションはランダムな値で署名されます。値を 1 つ生成しました。リポジトリにコミットしないでください。',
    environment: '値はコードではなく環境変数に保存します。',
    callbackPage:
      'ブラウザーは認可コードを持ってこのページに戻ります。SDK がコードをトークンに交換した後、アプリのコードが続きます。',
    callbackRoute: 'ログイン不要の専用ルートを追加します。',
    callbackRouteHandler:
      'ブラウザーは認可コードを持って戻ります。このルートがコードをトークンに交換し、セッションを開始します。',
    authRoutes: '1 つのルートで、ログイン、コールバック、ログアウトを処理します。',
    signInButtons:
      'ログインするとページを離れ、リダイレクト URI に戻ります。ログアウトすると、Postern のセッションも終了します。',
    serverActions: 'どちらもサーバーアクションなので、トークンがサーバーの外に出ることはありません。',
    serverSideUser: 'ページはサーバーでセッションを読み取ります。通常のリンクでセッションを開始・終了します。',
    loaderUser: 'ローダーはサーバーでセッションを読み取ります。通常のリンクでセッションを開始・終了します。',
    userClaims:
      'ID トークンのクレームでユーザーを識別します。より多くのクレームが必要な場合は、スコープを追加で要求します。',
    userInfo:
      'Userinfo はユーザーの現在のデータを返します。より多くのデータが必要な場合は、スコープを追加で要求します。',
    apiResource:
      'トークンを要求するときに API を指定します。アドレスは、API リソースの識別子に置き換えてください。トークンは期限が切れると更新されます。',
    apiParameters: 'すべてのリクエストで API を指定します。アドレスは、API リソースの識別子に置き換えてください。',
    protectPage: 'ページを表示する前に、ログインしていないユーザーをリダイレクトします。',
    protectRoute: 'API ルートでもセッションを読み取れます。ログインしていないユーザーには 401 を返します。',
    refreshToken:
      '`offline_access` と `prompt=consent` を指定するとリフレッシュトークンが返され、ログイン状態を保てます。',
    signOutBoth:
      '先にアプリのセッションを終了し、次に Postern のセッションを終了します。そうしないと、次回は認証情報を求められずにログインしてしまいます。',
    angularConfig: 'ライブラリはそれ以外の値を発行者から読み取り、アプリの起動時にセッションを確認します。',
    angularComponent: 'サービスは、ログイン中のユーザーをシグナルとして提供します。',
    extensionManifest: '拡張機能は、ログインウィンドウを開き、トークンを保存し、エンドポイントを呼び出します。',
    extensionRedirect:
      '`chrome://extensions` で拡張機能の ID を確認し、両方のアドレスに入力して、アプリケーションに追加してください。',
    extensionWorker: 'Service Worker がクライアントを保持するため、ポップアップを閉じてもログインは中断されません。',
    extensionPopup: 'ポップアップは Service Worker にメッセージを送るだけです。',
    extensionApi: 'API のアドレスも `host_permissions` に追加してください。',
    webflowHead: 'サイト設定のカスタムコードで、すべてのページの head に次の内容を追加します。',
    webflowCallback: '`callback` という名前のページを作成し、そのカスタムコードに次の内容を追加します。',
    webflowButtons:
      '2 つのボタンに `sign-in` と `sign-out` という ID を付け、body の終わりの前に次の内容を追加します。',
    webflowUser: '名前を表示する場所に埋め込みます。',
    nativeScheme: 'ドメインを逆順にしたものなど、一意のスキームを使ってください。',
    nativeBrowser: 'システムのブラウザーが開くため、ユーザーはアドレスを確認でき、パスワードマネージャーも使えます。',
    expoScheme: 'アプリ用のこのスキームを OS に登録します。',
    androidScheme: 'Android では、メインアクティビティに次の内容を追加します。',
    iosScheme: 'iOS では、プロパティリストに次の内容を追加します。',
    androidInstall: 'SDK は Maven Central にあります。Android 7（API レベル 24）以降と、インターネット接続が必要です。',
    androidRedirect: 'リダイレクト URI のホストは、アプリのパッケージ名です。',
    viewModel: 'ビューモデルがクライアントを保持するため、画面を回転してもログインは中断されません。',
    androidActivity: 'ボタンは 1 つで十分です。',
    swiftPackage:
      'Xcode で File、Add Package Dependencies の順に選択し、このアドレスを入力します。プロダクト `LogtoClient` を追加してください。',
    swiftNoScheme: 'スキームを登録する必要はありません。ブラウザーセッションが処理します。',
    flutterAndroid: 'Android では、このアクティビティを追加します。iOS では何も必要ありません。',
    expressRoutes: 'SDK は、ログイン、コールバック、ログアウトのルートを `/logto` の下に追加します。',
    expressPages: '`withLogto` はセッションをリクエストに付加します。通常のリンクでセッションを開始・終了します。',
    expressProtect: '短いミドルウェアで、ログインしていないユーザーをリダイレクトします。',
    passportStrategy: 'ストラテジーには、エンドポイントと要求するスコープを設定します。',
    passportRoutes: '1 つのルートでログインを開始し、もう 1 つのルートで完了します。',
    passportUser: 'Passport はプロフィールをセッションに保持します。',
    nextAuthProvider:
      'NextAuth は OpenID Connect に対応しています。プロバイダーの ID はリダイレクト URI の一部になります。このアプリケーションの設定で ID トークンに RS256 を選択した場合は、ここでも RS256 を使ってください。',
    nextAuthSignOut: 'NextAuth が終了するのは自身のセッションだけです。このボタンは Postern のセッションも終了します。',
    svelteHook: 'フックはコールバックを処理し、すべてのリクエストにセッションを付加します。',
    svelteActions: 'フォームアクションが、ブラウザー側のコードなしでセッションを開始・終了します。',
    nuxtModule: 'モジュールは環境変数を読み取り、ルートを追加します。',
    nuxtRoutes: 'モジュールには、`/sign-in`、`/callback`、`/sign-out` がすでに用意されています。',
    nuxtServerOnly: 'クライアントはサーバー上にだけ存在します。',
    dotnetServices: '1 回の呼び出しで、Cookie と OpenID Connect を設定します。',
    dotnetPaths:
      '`/Callback` と `/SignedOutCallback` はパッケージが処理します。アプリをポート 5000 で実行するか、下のアドレスを変更してください。',
    dotnetAuthorize: 'この属性は、ログインしていないユーザーをログインページにリダイレクトします。',
    dotnetClaims: 'クレームは、リクエストのユーザーに元の名前のまま格納されます。',
    dotnetApi: 'オプションで API を指定します。アドレスは、API リソースの識別子に置き換えてください。',
    razorHandlers: '2 つのページハンドラーでセッションを開始・終了します。',
    mvcActions: '2 つのアクションでセッションを開始・終了します。',
    blazorEndpoints:
      'コンポーネントは動作中にリダイレクトできないため、2 つのエンドポイントでセッションを開始・終了します。',
    blazorAuthorizeView: '`AuthorizeView` は、状態に応じて表示を切り替えます。',
    wasmServices: 'フレームワークのパッケージだけで十分です。それ以外の値は発行者から読み取られます。',
    wasmCallback: '1 つのページでコールバックを処理し、ルーターがログイン中のユーザーを受け取ります。',
    wasmButtons: '2 つのボタンは、上のページへのリンクです。',
    goInstall: 'サンプルでは Gin を使います。セッションを扱えるルーターであれば、どれでも使えます。',
    goStorage: 'SDK は、2 つのメソッドを持つアダプターを通じて、状態をセッションに保持します。',
    goClient:
      'セッションはリクエストに属するため、リクエストごとにクライアントを作成します。複数のプロセスを実行する場合は、共有ストアを使ってください。',
    goRoutes: '3 つのルートが必要です。',
    phpClient: 'クライアントは状態を PHP のセッションに保持します。',
    phpCallback: 'ブラウザーは認可コードを持って戻ります。SDK がコードをトークンに交換します。',
    phpPages: 'どちらのメソッドも、ブラウザーのリダイレクト先の URL を返します。',
    pythonFlask: 'サンプルでは Flask を使います。セッションを扱えるフレームワークであれば、どれでも使えます。',
    pythonClient: 'クライアントは状態をリクエストのセッションに保持します。',
    pythonRoutes: '3 つのルートが必要です。メソッドはコルーチンなので、await してください。',
    rubyRails: 'サンプルでは Rails を使います。セッションを扱えるフレームワークであれば、どれでも使えます。',
    rubyClient: 'セッションはリクエストに属するため、リクエストごとにクライアントを作成します。',
    rubyRoutes: '3 つのルートが必要です。',
    springStarter: '必要なものはすべて Spring Security に含まれています。',
    springSettings: 'それ以外の値は発行者から読み取られます。',
    springChain:
      'ホームページ以外のすべてのページでログインが必要です。ログアウトすると、Postern のセッションも終了します。',
    springAlgorithm:
      'Spring は既定で RS256 を想定していますが、ID トークンは ES256 で署名されます。この Bean を追加するか、このアプリケーションの設定で RS256 を選択してください。',
    springUser: 'ユーザーは引数として渡されます。import 文は省略しています。',
    wordpressSearch:
      'WordPress の「プラグイン」で「OpenID Connect Generic Client」を検索し、インストールして有効にします。',
    wordpressCli:
      'プラグイン「OpenID Connect Generic Client」でログインできるようになります。WP-CLI なら 1 つのコマンドで済みます。',
    wordpressSettings: 'これらの値を「設定」の「OpenID Connect Client」にコピーします。',
    wordpressConstants: '設定ファイルに書いた値はデータベースに保存されず、ブラウザーからも変更できません。',
    wordpressTry: 'プライベートウィンドウでサイトのログインページを開き、新しいログインボタンを使ってみます。',
    wordpressEmail: 'WordPress はユーザーをメールアドレスで識別するため、すべてのユーザーにメールアドレスが必要です。',
    outlineEnvironment: 'Outline の環境変数に次の行を追加します。',
    outlineTry: 'Outline を再起動して開きます。ログインページに「Postern」が表示されます。',
    outlineEmail: 'Outline はユーザーをメールアドレスで識別するため、すべてのユーザーにメールアドレスが必要です。',
    gptActions: 'GPT のエディターで Configure を開き、新しいアクションを作成して、認証に OAuth を選択します。',
    gptSettings: 'これらの値をダイアログにコピーします。',
    gptRedirect:
      'GPT を保存すると、アクションの下にコールバック URL が表示されます。ここに入力して、アプリケーションに追加してください。',
    gptSchema: 'このスキーマで、GPT はログイン中のユーザーを読み取れます。自社の API のパスは後で追加してください。',
    gptTry: 'GPT に自分が誰かを尋ねてみます。ログインを求められ、その後に名前が返されます。',
    machineRole: 'マシンができることはロールで決まります。このアプリケーションの「ロール」タブで割り当ててください。',
    machineManagement: '管理 API のスコープ `all` を持つロールは、管理 API へのすべてのアクセスを許可します。',
    machineToken: 'アプリ ID とシークレットをアクセストークンに交換します。',
    machineResource: '`resource` は、トークンの対象となる API です。指定のないリクエストは拒否されます。',
    machineCode: 'ライブラリを使わない同じリクエストです。',
    machineKeep: 'トークンは期限が切れるまでキャッシュしてください。毎回新しく要求すると遅くなります。',
    machineCall:
      'トークンは Authorization ヘッダーで送信します。一覧はページ単位で返され、`total-number` ヘッダーに総件数が含まれます。',
    machineOwnApi:
      '自社の API リソースと必要なスコープを指定します。トークンには、ロールが付与するスコープが含まれます。',
    partnerValues: 'パートナーにはこれらの値が必要です。シークレットはメールではなく、安全な経路で送ってください。',
    partnerRedirect: 'パートナーにリダイレクト URI を確認し、ここに入力して、アプリケーションに追加してください。',
    partnerPermissions:
      '「権限」タブで、パートナーが要求できる権限を選択します。権限がないと、ユーザーがログインしたことだけが伝わります。',
    partnerRequest:
      'パートナーはブラウザーをこの URL にリダイレクトします。ユーザーがログインすると、データが共有される前に同意ページが表示されます。改行は読みやすくするためのものです。',
    partnerExchange: 'パートナーのサーバーが、認可コードをトークンに交換します。',
    partnerUser: 'Userinfo は、ユーザーが共有に同意したデータを返します。',
    installJose: '`jose` でトークンを検証します。ほかのパッケージへの依存はありません。',
    installPyJwt: '`PyJWT` でトークンを検証します。',
    springResourceServer: 'Spring Security のリソースサーバーでトークンを検証します。',
    verifyToken:
      'トークンが有効なのは、このテナントのキーで署名され、このテナントの発行者から発行され、この API 用である場合です。',
    verifyRotation:
      'キーはキャッシュされ、未知のキーが現れると再取得されるため、キーのローテーション時に再起動は必要ありません。',
    springApiSettings: 'このテナントと、この API リソースの値です。',
    springTokenType:
      'アクセストークンのヘッダーの型は `at+jwt` なので、Spring がそれを受け入れるように設定します。import 文は省略しています。',
    springScope: 'スコープは、接頭辞 `SCOPE_` の付いた権限になります。上のルールでは、そのうちの 1 つが必要です。',
    samlMetadata:
      'ほとんどのサービスプロバイダーは、アドレスまたはファイルからメタデータを読み取ります。メタデータには、すべてのアドレスと署名証明書が含まれます。',
    samlSettings:
      'サービスプロバイダーがメタデータを読み取れない場合は、これらの値をサービスプロバイダーに入力してください。証明書は、アプリケーションの「設定」タブでダウンロードできます。',
    samlServiceProvider:
      'サービスプロバイダーは、エンティティ ID とアサーションコンシューマーサービス (ACS) の URL を、多くの場合このようなメタデータで示します。両方をアプリケーションの「設定」タブに入力してください。',
    samlAttributes:
      '「属性マッピング」タブで、アサーションに含めるユーザーのデータと、サービスプロバイダーでの名前を選択します。Name ID は「設定」タブで選択します。',
    samlTryIt:
      'サービスプロバイダーを開いてログインします。ここから開始するログインを有効にした場合は、このアドレスも使えます。',
    apiProtect: '各ルートに必要なスコープを設定します。',
    apiTry:
      'スコープを含むロールを持つマシンツーマシンアプリケーションを作成し、その ID とシークレットをここに入力して、API を呼び出します。',
  },
};
