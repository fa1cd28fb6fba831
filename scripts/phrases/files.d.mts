export declare function englishFiles(): Map<string, string>;
export declare function languageCodes(): string[];
export declare function namesIn(code: string): string[];
export declare function translationOf(code: string, name: string): string;
