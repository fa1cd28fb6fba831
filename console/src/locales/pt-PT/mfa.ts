import type { Phrases } from '../phrases.ts';

export const mfa: Phrases['mfa'] = {
  purpose:
    'Um segundo passo depois do primeiro método de início de sessão, para que uma palavra-passe roubada não baste.',
  factors: {
    title: 'Fatores',
    help: 'O que as pessoas podem configurar como segundo passo. As páginas de início de sessão apresentam-nos por esta ordem.',
    names: {
      WebAuthn: 'Chave de acesso',
      Totp: 'Aplicação de autenticação',
      PhoneVerificationCode: 'Código por SMS',
      EmailVerificationCode: 'Código por e-mail',
      BackupCode: 'Códigos de reserva',
    },
    about: {
      WebAuthn: 'Impressão digital, rosto, bloqueio de ecrã ou uma chave de segurança. Protege contra phishing.',
      Totp: 'Códigos de utilização única de uma aplicação como o Google Authenticator ou o 1Password.',
      PhoneVerificationCode:
        'Um código enviado para o número de telefone da conta. É menos seguro do que uma aplicação ou uma chave de acesso; ofereça também uma delas.',
      EmailVerificationCode: 'Um código enviado para o endereço de e-mail da conta.',
      BackupCode: 'Dez códigos para quando outro fator não está disponível. Cada código só funciona uma vez.',
    },
    clash: {
      email: 'Indisponível, porque as pessoas iniciam sessão com códigos por e-mail.',
      phone: 'Indisponível, porque as pessoas iniciam sessão com códigos por SMS.',
    },
    openMethods: 'Alterar métodos de início de sessão',
  },
  problems: {
    alone: 'Os códigos de reserva precisam de outro fator. Ative pelo menos mais um.',
    email:
      'As pessoas iniciam sessão com códigos por e-mail, por isso não podem ser um segundo fator. Desative “Código por e-mail”.',
    phone:
      'As pessoas iniciam sessão com códigos por SMS, por isso não podem ser um segundo fator. Desative “Código por SMS”.',
  },
  policy: {
    title: 'Política',
    help: 'Quando se pede às pessoas que configurem um fator. A quem já tem um é pedido em cada início de sessão, exceto em dispositivos de confiança.',
    noFactors: 'Ative um fator para escolher uma política.',
    require: 'Exigir um segundo fator',
    requireOn: 'Quem não tem um fator tem de configurar um para concluir o início de sessão ou o registo.',
    requireOff: 'Quando desativado, é possível iniciar sessão sem um segundo fator.',
    prompt: 'Sugerir a configuração de um fator',
    prompts: {
      PromptAtSignInAndSignUp: 'No início de sessão e no registo',
      PromptOnlyAtSignIn: 'Apenas no início de sessão',
      NoPrompt: 'Não sugerir',
    },
    promptHelp: {
      PromptAtSignInAndSignUp:
        'A quem não tem um fator é oferecido um ao registar-se ou iniciar sessão. É possível ignorar.',
      PromptOnlyAtSignIn:
        'A quem não tem um fator é oferecido um ao iniciar sessão, mas não enquanto cria a conta. É possível ignorar.',
      NoPrompt: 'As páginas de início de sessão não oferecem fatores. É possível configurar um no centro da conta.',
    },
    organizations: 'Membros de organizações que exigem um segundo fator',
    organizationPolicies: {
      NoPrompt: 'Seguem a política acima',
      Mandatory: 'Têm de configurar um para iniciar sessão',
    },
    organizationsHelp: {
      NoPrompt: 'Podem iniciar sessão sem um fator, mas não obtêm tokens para uma dessas organizações.',
      Mandatory: 'Os membros de pelo menos uma dessas organizações não podem ignorar a configuração.',
      All: 'Todos precisam de um segundo fator, incluindo os membros de organizações.',
    },
  },
  trusted: {
    title: 'Dispositivos de confiança',
    help: 'Depois de verificarem um segundo fator, as pessoas podem optar por não o voltar a indicar nesse navegador durante algum tempo.',
    enabled: 'Oferecer a opção de confiar num dispositivo',
    enabledHelp:
      'As aplicações, as organizações e os inícios de sessão de risco que exigem um fator continuam a pedi-lo. Uma nova palavra-passe, uma reposição dos fatores ou terminar sessão em todo o lado acaba com a confiança.',
    noFactors: 'Tem efeito assim que um fator for ativado.',
    days: 'Voltar a pedir após',
    daysHelp: 'Um prazo mais curto também se aplica aos dispositivos que já são de confiança.',
    unit: 'dias',
    daysWrong: 'Utilize um número inteiro de 1 a {{max}}.',
  },
  passkeys: {
    title: 'Início de sessão com chave de acesso',
    help: 'Início de sessão apenas com uma chave de acesso, sem palavra-passe nem código. Também conta como segundo fator.',
    enabled: 'Permitir iniciar sessão com uma chave de acesso',
    enabledHelp:
      'Depois de um início de sessão com palavra-passe ou código, é oferecida a criação de uma chave de acesso.',
    button: 'Mostrar um botão na página de início de sessão',
    buttonHelp: 'As pessoas escolhem “Iniciar sessão com uma chave de acesso” em vez de introduzirem um identificador.',
    autofill: 'Sugerir chaves de acesso no campo do identificador',
    autofillHelp: 'Os navegadores que o suportam apresentam as chaves de acesso como palavras-passe guardadas.',
  },
};
