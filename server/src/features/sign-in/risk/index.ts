export { assessRisk, provenIdentifiers } from './assess.ts';
export { guessTarget, readCookie, rememberDevice, setCookie } from './remember-device.ts';
