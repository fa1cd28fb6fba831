import type { Phrases } from '../phrases.ts';

export const regions: Phrases['regions'] = {
  away: {
    title: '{{region}} 리전에 연결할 수 없습니다',
    body: '“{{tenant}}” 테넌트의 데이터가 있는 리전이 응답하지 않습니다. 데이터는 손실되지 않습니다.',
    wait: '리전을 사용할 수 있게 되면 이 페이지가 자동으로 새로 고쳐집니다. 다른 리전의 테넌트에는 영향이 없습니다.',
    still: '아직 응답이 없습니다. 리전을 사용할 수 있게 되면 이 페이지가 자동으로 새로 고쳐집니다.',
  },
};
