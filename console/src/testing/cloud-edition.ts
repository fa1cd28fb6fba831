import { writeSettings } from './edition.ts';

writeSettings({ edition: 'cloud' });
