export { type Assessment, assessRisk, provenIdentifiers } from './assess.ts';
export { chooseDevice, guessTarget, readCookie, rememberDevice, setCookie } from './remember-device.ts';
