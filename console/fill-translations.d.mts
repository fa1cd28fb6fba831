import type { Plugin } from 'vite';

export declare function fillTexts(english: object, translated: object): object;
export declare function fillTranslations(root: string): Plugin;
