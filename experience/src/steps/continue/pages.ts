export { EmailOrPhonePage, EmailPage, PhonePage } from './address-page.tsx';
export { ExtraProfilePage } from './extra-profile-page.tsx';
export { PasswordPage } from './password-page.tsx';
export { UsernamePage } from './username-page.tsx';
