export { de } from '@postern/contracts/experience-phrases/de';
