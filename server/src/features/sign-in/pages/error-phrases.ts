import type { supportedLanguages } from '@postern/contracts/wire';

type Words = { title: string; text: string };

/** For people who mistyped an address or follow an old link; does not mention tenants. */
export const noTenantWords: Record<(typeof supportedLanguages)[number], Words> = {
  ar: {
    title: 'لا يوجد شيء في هذا العنوان',
    text: 'تحقّق من كتابة العنوان، أو اسأل من أرسله إليك. ربما لم يعد موجودًا.',
  },
  de: {
    title: 'Unter dieser Adresse gibt es nichts',
    text: 'Prüfen Sie, ob die Adresse richtig geschrieben ist, oder fragen Sie, von wem Sie sie haben. Vielleicht gibt es sie nicht mehr.',
  },
  en: {
    title: 'Nothing found at this address',
    text: 'Check the spelling of the address, or ask the person who gave it to you. It may no longer exist.',
  },
  es: {
    title: 'No hay nada en esta dirección',
    text: 'Compruebe que la dirección esté bien escrita o pregunte a quien se la dio. Es posible que ya no exista.',
  },
  fr: {
    title: 'Il n’y a rien à cette adresse',
    text: 'Vérifiez l’orthographe de l’adresse ou demandez à la personne qui vous l’a donnée. Elle n’existe peut-être plus.',
  },
  it: {
    title: 'A questo indirizzo non c’è nulla',
    text: 'Controlla che l’indirizzo sia scritto bene o chiedi a chi te l’ha dato. Potrebbe non esistere più.',
  },
  ja: {
    title: 'このアドレスには何もありません',
    text: 'アドレスの綴りを確認するか、アドレスを知らせてくれた人にお尋ねください。すでに存在しない可能性があります。',
  },
  ko: {
    title: '이 주소에는 아무것도 없습니다',
    text: '주소를 올바르게 입력했는지 확인하거나 주소를 알려 준 사람에게 문의하세요. 더 이상 존재하지 않을 수 있습니다.',
  },
  'pl-PL': {
    title: 'Pod tym adresem nic nie ma',
    text: 'Sprawdź pisownię adresu lub zapytaj osobę, od której go masz. Być może już nie istnieje.',
  },
  'pt-BR': {
    title: 'Não há nada neste endereço',
    text: 'Confira se o endereço está escrito corretamente ou pergunte a quem o passou para você. Talvez ele não exista mais.',
  },
  'pt-PT': {
    title: 'Não existe nada neste endereço',
    text: 'Verifique se o endereço está bem escrito ou pergunte a quem lho deu. Talvez já não exista.',
  },
  ru: {
    title: 'По этому адресу ничего нет',
    text: 'Проверьте, правильно ли написан адрес, или спросите того, кто вам его дал. Возможно, его больше не существует.',
  },
  th: {
    title: 'ไม่มีอะไรอยู่ที่ที่อยู่นี้',
    text: 'โปรดตรวจสอบการสะกดของที่อยู่ หรือสอบถามผู้ที่ให้ที่อยู่นี้แก่คุณ ที่อยู่นี้อาจไม่มีอยู่แล้ว',
  },
  'tr-TR': {
    title: 'Bu adreste hiçbir şey yok',
    text: 'Adresin yazımını kontrol edin ya da adresi size verene sorun. Artık var olmayabilir.',
  },
  'uk-UA': {
    title: 'За цією адресою нічого немає',
    text: 'Перевірте, чи правильно написано адресу, або запитайте того, хто вам її дав. Можливо, її вже не існує.',
  },
  'zh-CN': {
    title: '此地址没有任何内容',
    text: '请检查地址是否拼写正确，或询问提供此地址的人。它可能已不存在。',
  },
  'zh-HK': {
    title: '此地址沒有任何內容',
    text: '請檢查地址是否拼寫正確，或向提供此地址的人查詢。它可能已不存在。',
  },
  'zh-TW': {
    title: '此網址沒有任何內容',
    text: '請檢查網址是否拼寫正確，或詢問提供此網址的人。它可能已不存在。',
  },
};

/** For people who want to sign in; does not mention regions. */
export const outageWords: Record<(typeof supportedLanguages)[number], Words> = {
  ar: {
    title: 'تسجيل الدخول غير متاح حاليًا',
    text: 'يتعذّر علينا الوصول إلى بياناتك في هذه اللحظة. لم يُفقد شيء. حاول مرة أخرى بعد قليل.',
  },
  de: {
    title: 'Die Anmeldung ist gerade nicht möglich',
    text: 'Im Moment kommen wir an Ihre Daten nicht heran. Es ist nichts verloren. Versuchen Sie es gleich noch einmal.',
  },
  en: {
    title: 'Signing in is not possible right now',
    text: 'We cannot reach your data at the moment. Nothing is lost. Try again in a little while.',
  },
  es: {
    title: 'Ahora mismo no se puede iniciar sesión',
    text: 'En este momento no podemos acceder a sus datos. No se ha perdido nada. Inténtelo de nuevo dentro de un rato.',
  },
  fr: {
    title: 'La connexion est impossible pour le moment',
    text: 'Nous ne pouvons pas accéder à vos données actuellement. Rien n’est perdu. Réessayez dans un instant.',
  },
  it: {
    title: 'Al momento non è possibile accedere',
    text: 'In questo momento non riusciamo a raggiungere i tuoi dati. Nulla è andato perso. Riprova tra poco.',
  },
  ja: {
    title: '現在サインインできません',
    text: 'ただいまお客様のデータにアクセスできません。データは失われていません。しばらくしてからもう一度お試しください。',
  },
  ko: {
    title: '지금은 로그인할 수 없습니다',
    text: '현재 데이터에 연결할 수 없습니다. 사라진 것은 없습니다. 잠시 후 다시 시도하세요.',
  },
  'pl-PL': {
    title: 'Logowanie jest teraz niemożliwe',
    text: 'W tej chwili nie możemy dotrzeć do Twoich danych. Nic nie zginęło. Spróbuj ponownie za chwilę.',
  },
  'pt-BR': {
    title: 'Não é possível entrar agora',
    text: 'No momento não conseguimos acessar seus dados. Nada foi perdido. Tente de novo daqui a pouco.',
  },
  'pt-PT': {
    title: 'De momento não é possível iniciar sessão',
    text: 'Neste momento não conseguimos aceder aos seus dados. Nada se perdeu. Tente novamente dentro de instantes.',
  },
  ru: {
    title: 'Сейчас войти нельзя',
    text: 'В данный момент мы не можем получить доступ к вашим данным. Ничего не потеряно. Повторите попытку чуть позже.',
  },
  th: {
    title: 'ขณะนี้ไม่สามารถลงชื่อเข้าใช้ได้',
    text: 'ขณะนี้เราเข้าถึงข้อมูลของคุณไม่ได้ ไม่มีอะไรสูญหาย โปรดลองอีกครั้งในอีกสักครู่',
  },
  'tr-TR': {
    title: 'Şu anda oturum açılamıyor',
    text: 'Şu an verilerinize ulaşamıyoruz. Hiçbir şey kaybolmadı. Biraz sonra yeniden deneyin.',
  },
  'uk-UA': {
    title: 'Зараз увійти неможливо',
    text: 'Наразі ми не можемо отримати доступ до ваших даних. Нічого не втрачено. Спробуйте ще раз трохи згодом.',
  },
  'zh-CN': {
    title: '目前无法登录',
    text: '我们暂时无法访问您的数据。数据没有丢失。请稍后再试。',
  },
  'zh-HK': {
    title: '目前無法登入',
    text: '我們暫時無法存取您的資料。資料並未遺失。請稍後再試。',
  },
  'zh-TW': {
    title: '目前無法登入',
    text: '我們暫時無法存取您的資料。資料並未遺失。請稍後再試。',
  },
};
