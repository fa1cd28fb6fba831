import type { Phrases } from '../phrases.ts';

export const plans: Phrases['plans'] = {
  addOn: 'Dodatek',
  addOnTitle: '{{what}}: płatne dodatkowo do planu',
  popular: 'Najpopularniejszy',
  includes: 'Co zawiera {{plan}}',
  seePlans: 'Zobacz plany',
  notNow: 'Nie teraz',
  nothingToManage: 'Dla tego tenanta nic nie kupiono, więc nie ma płatności do zarządzania.',
  askAdministrator: 'Poproś administratora tego tenanta o zmianę planu.',
  keys: {
    mauLimit: 'Aktywni użytkownicy miesięcznie',
    tokenLimit: 'Tokeny',
    applicationsLimit: 'Aplikacje',
    machineToMachineLimit: 'Aplikacje M2M',
    thirdPartyApplicationsLimit: 'Aplikacje zewnętrzne',
    samlApplicationsLimit: 'Aplikacje SAML',
    resourcesLimit: 'Zasoby API',
    scopesPerResourceLimit: 'Uprawnienia na zasób API',
    userRolesLimit: 'Role użytkowników',
    machineToMachineRolesLimit: 'Role aplikacji M2M',
    scopesPerRoleLimit: 'Uprawnienia na rolę',
    socialConnectorsLimit: 'Łączniki społecznościowe',
    hooksLimit: 'Webhooki',
    organizationsLimit: 'Organizacje',
    enterpriseSsoLimit: 'Łączniki firmowego SSO',
    tenantMembersLimit: 'Członkowie tenanta',
    auditLogsRetentionDays: 'Dni dziennika audytu',
    mfaEnabled: 'Uwierzytelnianie wieloskładnikowe',
    securityFeaturesEnabled: 'Funkcje bezpieczeństwa',
    customJwtEnabled: 'Własny JWT',
    subjectTokenEnabled: 'Tokeny podmiotu',
    bringYourUiEnabled: 'Własny interfejs',
    collectUserProfileEnabled: 'Zbieranie profili użytkowników',
    idpInitiatedSsoEnabled: 'Logowanie rozpoczynane przez dostawcę tożsamości',
  },
  limits: {
    reached: '{{what}}: osiągnięto limit Twojego planu ({{limit}}).',
    missing: '{{what}}: nie wchodzi w skład Twojego planu.',
    unknown: 'Twój plan na to nie pozwala.',
    development: 'Aby mieć więcej, użyj tenanta produkcyjnego z płatnym planem.',
  },
  prices: {
    each: 'Twój plan obejmuje: {{included}}. Każdy kolejny element kosztuje {{price}} miesięcznie.',
    flat: 'Kosztuje {{price}} miesięcznie, niezależnie od użycia.',
    billed: 'Użycie ponad plan zostanie doliczone do następnej faktury.',
  },
  ask: {
    title: 'To zwiększy Twoją miesięczną fakturę o {{amount}}',
    each_one:
      '{{what}}: plan obejmuje {{included}}, masz {{used}}. Dodatkowo: {{count}} za {{price}} miesięcznie, do czasu usunięcia.',
    each_few:
      '{{what}}: plan obejmuje {{included}}, masz {{used}}. Dodatkowo: {{count}} po {{price}}, razem {{amount}} miesięcznie, do czasu usunięcia.',
    each_many:
      '{{what}}: plan obejmuje {{included}}, masz {{used}}. Dodatkowo: {{count}} po {{price}}, razem {{amount}} miesięcznie, do czasu usunięcia.',
    each_other:
      '{{what}}: plan obejmuje {{included}}, masz {{used}}. Dodatkowo: {{count}} po {{price}}, razem {{amount}} miesięcznie, do czasu usunięcia.',
    members_one:
      '{{what}}: plan obejmuje {{included}}, dołączyło lub ma zaproszenie {{used}}. Dodatkowo: {{count}} za {{price}} miesięcznie po przyjęciu zaproszenia.',
    members_few:
      '{{what}}: plan obejmuje {{included}}, dołączyło lub ma zaproszenie {{used}}. Dodatkowo: {{count}} po {{price}}, razem {{amount}} miesięcznie po przyjęciu zaproszeń.',
    members_many:
      '{{what}}: plan obejmuje {{included}}, dołączyło lub ma zaproszenie {{used}}. Dodatkowo: {{count}} po {{price}}, razem {{amount}} miesięcznie po przyjęciu zaproszeń.',
    members_other:
      '{{what}}: plan obejmuje {{included}}, dołączyło lub ma zaproszenie {{used}}. Dodatkowo: {{count}} po {{price}}, razem {{amount}} miesięcznie po przyjęciu zaproszeń.',
    flat: '{{what}}: plan obejmuje {{included}}. Więcej kosztuje łącznie {{amount}} miesięcznie, niezależnie od liczby.',
    confirm: 'Zgadzam się na {{amount}} miesięcznie',
  },
  whole: {
    title: '{{plan}} kosztuje {{amount}} miesięcznie przy obecnym użyciu',
    body: 'Plan jest płatny teraz. Dodatki są rozliczane po każdym miesiącu, dopóki są używane.',
    line: '{{what}}: {{amount}}',
    confirm: 'Przejdź do płatności',
  },
  suspended: {
    title: 'Ten tenant jest zawieszony',
    by: 'Zawiesił go operator tej instalacji.',
    because: 'Powód: {{reason}}',
    body: 'Jego strony logowania i API są niedostępne, a ustawień nie można zmieniać.',
    next: 'Skontaktuj się z nami, aby poznać powód lub wznowić tenanta.',
    open: 'Skontaktuj się z nami, aby go wznowić.',
  },
  contact: {
    action: 'Skontaktuj się z nami',
    title: 'Skontaktuj się z nami',
    body: 'Odpowiadamy w dni robocze.',
    ways: {
      chat: {
        title: 'Czat społeczności',
        help: 'Zapytaj społeczność i twórców.',
        action: 'Dołącz do czatu',
      },
      issues: {
        title: 'Zgłoszenia',
        help: 'Zgłoś błąd lub zaproponuj funkcję.',
        action: 'Utwórz zgłoszenie',
      },
      email: {
        title: 'E-mail',
        help: 'W sprawach poufnych.',
        action: 'Napisz e-mail',
      },
      meeting: {
        title: 'Spotkanie',
        help: 'Porozmawiaj z nami przez 30 minut.',
        action: 'Umów spotkanie',
      },
    },
  },
  usage: {
    mauLimit: {
      title: 'Osiągnięto limit aktywnych użytkowników miesięcznie',
      body: 'Osoby aktywne już w tym miesiącu nadal mogą się logować. Inne nie zalogują się do następnego miesiąca lub do wybrania większego planu.',
      notice: 'Osiągnięto limit aktywnych użytkowników miesięcznie planu {{plan}}',
    },
    tokenLimit: {
      title: 'Osiągnięto limit tokenów',
      body: 'Tokeny nie będą wydawane do następnego miesiąca lub do wybrania większego planu.',
      notice: 'Osiągnięto limit tokenów planu {{plan}}',
    },
    agreed: 'To Twój uzgodniony limit. Skontaktuj się z nami, aby go podnieść.',
    amount: '{{used}} z {{limit}} w tym miesiącu.',
  },
  overdue: {
    title: 'Płatność jest zaległa',
    body: '{{name}} ma niezapłacone faktury. Zapłać je, aby uniknąć zawieszenia tenanta.',
    bills_one: '{{count}} niezapłacona faktura',
    bills_few: '{{count}} niezapłacone faktury',
    bills_many: '{{count}} niezapłaconych faktur',
    bills_other: '{{count}} niezapłaconej faktury',
    amount: 'Kwota do zapłaty',
    sum: 'Razem',
    pay: 'Zapłać teraz',
  },
  migration: {
    title: 'Tenanty deweloperskie się zmieniły',
    free: 'Są bezpłatne, obejmują prawie wszystkie funkcje płatnego planu i do 100 aktywnych użytkowników miesięcznie. Dla swoich klientów używaj tenanta produkcyjnego.',
    paid: 'Ten tenant ma płatny plan, więc jest teraz tenantem produkcyjnym. Logowanie i ceny się nie zmieniają.',
    before: 'Ten tenant miał wcześniej oznaczenie „{{tag}}”.',
  },
};
