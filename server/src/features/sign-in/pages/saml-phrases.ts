import type { supportedLanguages } from '@postern/contracts/wire';

type Words = { title: string; text: string };

/** For people whose sign-in or sign-out with SAML failed; the code below the text is for the administrator. */
export const samlWords: Record<(typeof supportedLanguages)[number], Words> = {
  ar: {
    title: 'لم يكتمل الطلب',
    text: 'ارجع إلى التطبيق وابدأ من جديد. إذا تكرر الأمر، فأرسل هذا الرمز إلى المسؤول:',
  },
  de: {
    title: 'Das hat nicht geklappt',
    text: 'Gehen Sie zurück zur Anwendung und beginnen Sie noch einmal. Wenn es wieder geschieht, nennen Sie der Administration diesen Code:',
  },
  en: {
    title: 'This request could not be completed',
    text: 'Go back to the application and start again. If it happens again, give this code to the administrator:',
  },
  es: {
    title: 'No se pudo completar la solicitud',
    text: 'Vuelva a la aplicación y empiece de nuevo. Si vuelve a ocurrir, indique este código al administrador:',
  },
  fr: {
    title: 'La demande n’a pas pu aboutir',
    text: 'Revenez à l’application et recommencez. Si cela se reproduit, donnez ce code à l’administrateur :',
  },
  it: {
    title: 'Non è stato possibile completare la richiesta',
    text: 'Torna all’applicazione e ricomincia. Se succede di nuovo, comunica questo codice all’amministratore:',
  },
  ja: {
    title: 'リクエストを完了できませんでした',
    text: 'アプリケーションに戻り、もう一度やり直してください。再び起きる場合は、このコードを管理者に伝えてください。',
  },
  ko: {
    title: '요청을 완료하지 못했습니다',
    text: '애플리케이션으로 돌아가 다시 시작하세요. 같은 문제가 다시 발생하면 관리자에게 이 코드를 알려 주세요.',
  },
  'pl-PL': {
    title: 'Nie udało się dokończyć żądania',
    text: 'Wróć do aplikacji i zacznij od nowa. Jeśli problem się powtórzy, podaj ten kod administratorowi:',
  },
  'pt-BR': {
    title: 'Não foi possível concluir a solicitação',
    text: 'Volte ao aplicativo e comece de novo. Se acontecer outra vez, informe este código ao administrador:',
  },
  'pt-PT': {
    title: 'Não foi possível concluir o pedido',
    text: 'Volte à aplicação e comece de novo. Se voltar a acontecer, indique este código ao administrador:',
  },
  ru: {
    title: 'Не удалось выполнить запрос',
    text: 'Вернитесь в приложение и начните заново. Если это повторится, сообщите администратору этот код:',
  },
  th: {
    title: 'ดำเนินการตามคำขอไม่สำเร็จ',
    text: 'กลับไปที่แอปพลิเคชันแล้วเริ่มใหม่อีกครั้ง หากเกิดขึ้นอีก โปรดแจ้งรหัสนี้แก่ผู้ดูแลระบบ:',
  },
  'tr-TR': {
    title: 'İstek tamamlanamadı',
    text: 'Uygulamaya geri dönüp yeniden başlayın. Tekrar olursa bu kodu yöneticiye iletin:',
  },
  'uk-UA': {
    title: 'Не вдалося виконати запит',
    text: 'Поверніться до застосунку й почніть знову. Якщо це повториться, повідомте адміністратору цей код:',
  },
  'zh-CN': {
    title: '无法完成请求',
    text: '请返回应用程序并重新开始。如果再次出现，请将此代码告知管理员：',
  },
  'zh-HK': {
    title: '無法完成請求',
    text: '請返回應用程式並重新開始。如果再次出現，請將此代碼告知管理員：',
  },
  'zh-TW': {
    title: '無法完成要求',
    text: '請返回應用程式並重新開始。如果再次發生，請將此代碼告知管理員：',
  },
};
