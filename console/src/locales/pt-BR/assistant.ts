import type { Phrases } from '../phrases.ts';

export const assistant: Phrases['assistant'] = {
  intro:
    'Pergunte sobre o Postern. As respostas são escritas a partir da documentação desta versão, com links para as seções.',
  introPassages:
    'Pergunte sobre o Postern. Você recebe as seções da documentação que correspondem, porque nenhum modelo de linguagem está configurado.',
  examplesLabel: 'Exemplos',
  examples: {
    connect: 'Como conecto um aplicativo de página única?',
    roles: 'Qual é a diferença entre funções e funções de organização?',
    factors: 'Como exijo um segundo fator?',
  },
  conversation: 'Conversa',
  question: 'Pergunta',
  placeholder: 'Como faço para…',
  send: 'Perguntar',
  stop: 'Parar',
  clear: 'Limpar a conversa',
  copy: 'Copiar a conversa',
  help: 'Obter ajuda',
  ways: { docs: 'Página de ajuda', chat: 'Chat da comunidade', issues: 'Registro de problemas', email: 'Contato' },
  running: 'Pesquisando na documentação…',
  stopped: 'Parado.',
  failed: 'Não há resposta no momento. Estas seções podem ajudar; pergunte de novo mais tarde.',
  nothing: 'Nada na documentação corresponde. Use outras palavras ou obtenha ajuda com o botão acima.',
  sources: 'Da documentação',
  code: 'Código',
  disclaimer: 'Um modelo de linguagem escreve as respostas e pode errar. Não digite segredos.',
  disclaimerPassages: 'Sua pergunta não sai deste servidor.',
};
