import { writeSettings } from './edition.ts';

// With everything that an operator can switch on.
writeSettings({ edition: 'oss', hasProtectedApps: true, hasMailbox: true });
