// The sentences live in the contracts: the server checks custom phrases against them.
export { en, type Phrases } from '@postern/contracts/experience-phrases/en';
