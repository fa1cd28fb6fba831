import type { Phrases } from '../phrases.ts';

export const mfa: Phrases['mfa'] = {
  purpose: 'Uma segunda etapa depois do primeiro método de login, para que uma senha roubada não baste.',
  factors: {
    title: 'Fatores',
    help: 'O que as pessoas podem configurar como segunda etapa. As páginas de login os listam nesta ordem.',
    names: {
      WebAuthn: 'Chave de acesso',
      Totp: 'Aplicativo autenticador',
      PhoneVerificationCode: 'Código por SMS',
      EmailVerificationCode: 'Código por e-mail',
      BackupCode: 'Códigos de reserva',
    },
    about: {
      WebAuthn: 'Digital, rosto, bloqueio de tela ou uma chave de segurança. Protege contra phishing.',
      Totp: 'Códigos de uso único de um aplicativo como Google Authenticator ou 1Password.',
      PhoneVerificationCode:
        'Um código enviado ao número de telefone da conta. É menos seguro do que um aplicativo ou uma chave de acesso; ofereça também um deles.',
      EmailVerificationCode: 'Um código enviado ao endereço de e-mail da conta.',
      BackupCode: 'Dez códigos para quando outro fator não está disponível. Cada código vale uma vez.',
    },
    clash: {
      email: 'Indisponível, porque as pessoas entram com códigos por e-mail.',
      phone: 'Indisponível, porque as pessoas entram com códigos por SMS.',
    },
    openMethods: 'Alterar métodos de login',
  },
  problems: {
    alone: 'Os códigos de reserva precisam de outro fator. Ative pelo menos mais um.',
    email:
      'As pessoas entram com códigos por e-mail, então eles não podem ser um segundo fator. Desative “Código por e-mail”.',
    phone:
      'As pessoas entram com códigos por SMS, então eles não podem ser um segundo fator. Desative “Código por SMS”.',
  },
  policy: {
    title: 'Política',
    help: 'Quando se pede às pessoas que configurem um fator. Quem já tem um precisa dele a cada login, exceto em dispositivos confiáveis.',
    noFactors: 'Ative um fator para escolher uma política.',
    require: 'Exigir um segundo fator',
    requireOn: 'Quem não tem um fator precisa configurar um para concluir o login ou o cadastro.',
    requireOff: 'Quando desativado, as pessoas podem entrar sem um segundo fator.',
    prompt: 'Sugerir a configuração de um fator',
    prompts: {
      PromptAtSignInAndSignUp: 'No login e no cadastro',
      PromptOnlyAtSignIn: 'Somente no login',
      NoPrompt: 'Não sugerir',
    },
    promptHelp: {
      PromptAtSignInAndSignUp:
        'Quem não tem um fator recebe a oferta de um ao se cadastrar ou entrar. É possível pular.',
      PromptOnlyAtSignIn:
        'Quem não tem um fator recebe a oferta de um ao entrar, mas não enquanto cria a conta. É possível pular.',
      NoPrompt: 'As páginas de login não oferecem fatores. As pessoas podem configurar um na central da conta.',
    },
    organizations: 'Membros de organizações que exigem um segundo fator',
    organizationPolicies: { NoPrompt: 'Seguem a política acima', Mandatory: 'Precisam configurar um para entrar' },
    organizationsHelp: {
      NoPrompt: 'Podem entrar sem um fator, mas não obtêm tokens para uma organização dessas.',
      Mandatory: 'Membros de pelo menos uma organização dessas não podem pular a configuração.',
      All: 'Todos precisam de um segundo fator, inclusive membros de organizações.',
    },
  },
  trusted: {
    title: 'Dispositivos confiáveis',
    help: 'Depois de verificar um segundo fator, as pessoas podem optar por não precisar dele nesse navegador por algum tempo.',
    enabled: 'Oferecer a opção de confiar em um dispositivo',
    enabledHelp:
      'Aplicativos, organizações e logins de risco que exigem um fator continuam pedindo. Uma nova senha, uma redefinição dos fatores ou sair de todos os dispositivos encerra a confiança.',
    noFactors: 'Passa a valer assim que um fator for ativado.',
    days: 'Pedir de novo após',
    daysHelp: 'Um prazo menor também vale para dispositivos que já são confiáveis.',
    unit: 'dias',
    daysWrong: 'Use um número inteiro de 1 a {{max}}.',
  },
  passkeys: {
    title: 'Login com chave de acesso',
    help: 'Login somente com uma chave de acesso, sem senha nem código. Também conta como segundo fator.',
    enabled: 'Permitir login com chave de acesso',
    enabledHelp: 'Depois de um login com senha ou código, as pessoas recebem a oferta de criar uma chave de acesso.',
    button: 'Mostrar um botão na página de login',
    buttonHelp: 'As pessoas escolhem “Entrar com uma chave de acesso” em vez de digitar um identificador.',
    autofill: 'Sugerir chaves de acesso no campo do identificador',
    autofillHelp: 'Navegadores compatíveis listam as chaves de acesso como senhas salvas.',
  },
};
