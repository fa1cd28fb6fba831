import type { supportedLanguages } from '@postern/contracts/wire';

type Words = Record<'finished' | 'unknown', { title: string; text: string }>;

/** The last page in the window of a connection test. The result is shown where the test was started. */
export const connectionTestWords: Record<(typeof supportedLanguages)[number], Words> = {
  ar: {
    finished: { title: 'انتهى الاختبار', text: 'أغلق هذه النافذة. تظهر النتيجة في الصفحة التي بدأت منها الاختبار.' },
    unknown: { title: 'هذا الاختبار لم يعد قائمًا', text: 'أغلق هذه النافذة وابدأ الاختبار من جديد.' },
  },
  de: {
    finished: {
      title: 'Der Test ist beendet',
      text: 'Schließen Sie dieses Fenster. Das Ergebnis steht auf der Seite, auf der Sie den Test gestartet haben.',
    },
    unknown: {
      title: 'Dieser Test läuft nicht mehr',
      text: 'Schließen Sie dieses Fenster und starten Sie den Test erneut.',
    },
  },
  en: {
    finished: {
      title: 'The test is finished',
      text: 'Close this window. The result is on the page where you started the test.',
    },
    unknown: { title: 'This test is no longer running', text: 'Close this window and start the test again.' },
  },
  es: {
    finished: {
      title: 'La prueba ha terminado',
      text: 'Cierre esta ventana. El resultado está en la página donde inició la prueba.',
    },
    unknown: { title: 'Esta prueba ya no está en curso', text: 'Cierre esta ventana e inicie la prueba de nuevo.' },
  },
  fr: {
    finished: {
      title: 'Le test est terminé',
      text: 'Fermez cette fenêtre. Le résultat se trouve sur la page où vous avez lancé le test.',
    },
    unknown: { title: 'Ce test n’est plus en cours', text: 'Fermez cette fenêtre et relancez le test.' },
  },
  it: {
    finished: {
      title: 'Il test è terminato',
      text: 'Chiudi questa finestra. Il risultato è nella pagina in cui hai avviato il test.',
    },
    unknown: { title: 'Questo test non è più in corso', text: 'Chiudi questa finestra e avvia di nuovo il test.' },
  },
  ja: {
    finished: {
      title: 'テストが終了しました',
      text: 'このウィンドウを閉じてください。結果はテストを開始したページに表示されます。',
    },
    unknown: {
      title: 'このテストはすでに終了しています',
      text: 'このウィンドウを閉じて、テストをもう一度開始してください。',
    },
  },
  ko: {
    finished: {
      title: '테스트가 끝났습니다',
      text: '이 창을 닫으세요. 결과는 테스트를 시작한 페이지에 표시됩니다.',
    },
    unknown: { title: '이 테스트는 더 이상 진행 중이 아닙니다', text: '이 창을 닫고 테스트를 다시 시작하세요.' },
  },
  'pl-PL': {
    finished: {
      title: 'Test został zakończony',
      text: 'Zamknij to okno. Wynik znajduje się na stronie, na której test został rozpoczęty.',
    },
    unknown: { title: 'Ten test już nie trwa', text: 'Zamknij to okno i rozpocznij test ponownie.' },
  },
  'pt-BR': {
    finished: {
      title: 'O teste terminou',
      text: 'Feche esta janela. O resultado está na página em que você iniciou o teste.',
    },
    unknown: { title: 'Este teste não está mais em andamento', text: 'Feche esta janela e inicie o teste novamente.' },
  },
  'pt-PT': {
    finished: {
      title: 'O teste terminou',
      text: 'Feche esta janela. O resultado está na página em que iniciou o teste.',
    },
    unknown: { title: 'Este teste já não está a decorrer', text: 'Feche esta janela e inicie o teste novamente.' },
  },
  ru: {
    finished: {
      title: 'Проверка завершена',
      text: 'Закройте это окно. Результат показан на странице, где вы начали проверку.',
    },
    unknown: { title: 'Эта проверка больше не выполняется', text: 'Закройте это окно и начните проверку заново.' },
  },
  th: {
    finished: {
      title: 'การทดสอบเสร็จสิ้นแล้ว',
      text: 'ปิดหน้าต่างนี้ ผลลัพธ์จะแสดงในหน้าที่คุณเริ่มการทดสอบ',
    },
    unknown: { title: 'การทดสอบนี้ไม่ได้ทำงานอยู่แล้ว', text: 'ปิดหน้าต่างนี้แล้วเริ่มการทดสอบใหม่' },
  },
  'tr-TR': {
    finished: {
      title: 'Test tamamlandı',
      text: 'Bu pencereyi kapatın. Sonuç, testi başlattığınız sayfada gösterilir.',
    },
    unknown: { title: 'Bu test artık çalışmıyor', text: 'Bu pencereyi kapatın ve testi yeniden başlatın.' },
  },
  'uk-UA': {
    finished: {
      title: 'Перевірку завершено',
      text: 'Закрийте це вікно. Результат показано на сторінці, де ви почали перевірку.',
    },
    unknown: { title: 'Ця перевірка більше не виконується', text: 'Закрийте це вікно й почніть перевірку знову.' },
  },
  'zh-CN': {
    finished: { title: '测试已完成', text: '请关闭此窗口。结果显示在您开始测试的页面上。' },
    unknown: { title: '此测试已不再运行', text: '请关闭此窗口并重新开始测试。' },
  },
  'zh-HK': {
    finished: { title: '測試已完成', text: '請關閉此視窗。結果會顯示在您開始測試的頁面上。' },
    unknown: { title: '此測試已不再執行', text: '請關閉此視窗並重新開始測試。' },
  },
  'zh-TW': {
    finished: { title: '測試已完成', text: '請關閉此視窗。結果會顯示在您開始測試的頁面上。' },
    unknown: { title: '此測試已不再執行', text: '請關閉此視窗並重新開始測試。' },
  },
};
