import type { Phrases } from '../phrases.ts';

export const assistant: Phrases['assistant'] = {
  intro:
    'Pergunte sobre o Postern. As respostas são escritas a partir da documentação desta versão, com ligações para as secções.',
  introPassages:
    'Pergunte sobre o Postern. Recebe as secções da documentação que correspondem, porque não está configurado nenhum modelo de linguagem.',
  examplesLabel: 'Exemplos',
  examples: {
    connect: 'Como ligo uma aplicação de página única?',
    roles: 'Qual é a diferença entre funções e funções de organização?',
    factors: 'Como exijo um segundo fator?',
  },
  conversation: 'Conversa',
  question: 'Pergunta',
  placeholder: 'Como posso…',
  send: 'Perguntar',
  stop: 'Parar',
  clear: 'Limpar a conversa',
  copy: 'Copiar a conversa',
  help: 'Obter ajuda',
  ways: { docs: 'Página de ajuda', chat: 'Chat da comunidade', issues: 'Registo de problemas', email: 'Contacto' },
  running: 'A procurar na documentação…',
  stopped: 'Parado.',
  failed: 'De momento não há resposta. Estas secções podem ajudar; volte a perguntar mais tarde.',
  nothing: 'Nada na documentação corresponde. Utilize outras palavras ou obtenha ajuda com o botão acima.',
  sources: 'Da documentação',
  code: 'Código',
  disclaimer: 'Um modelo de linguagem escreve as respostas e pode enganar-se. Não introduza segredos.',
  disclaimerPassages: 'A sua pergunta não sai deste servidor.',
};
