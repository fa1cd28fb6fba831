import type { supportedLanguages } from '@postern/contracts/wire';

type Words = { title: string; text: string };

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
