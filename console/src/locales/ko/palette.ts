import type { Phrases } from '../phrases.ts';

export const palette: Phrases['palette'] = {
  label: '검색 또는 이동',
  placeholder: '검색 또는 이동',
  results: '결과',
  goTo: '이동',
  actions: '작업',
  create: '만들기',
  preferences: '환경설정',
  useLight: '밝은 테마 사용',
  useDark: '어두운 테마 사용',
  useSystem: '시스템 테마 사용',
  useLanguage: '언어 변경: {{language}}',
  nothing: '“{{query}}” 검색 결과가 없습니다',
  nothingHint: '이름, ID 또는 페이지로 검색해 보세요.',
  searching: '검색 중',
  failed: '검색하지 못했습니다. 연결을 확인하고 다시 입력하세요.',
  count_other: '결과 {{count}}개',
  move: '이동',
  open: '열기',
  newTab: '새 탭',
  actionsOnly: '작업만 보려면 <key/> 입력',
};
