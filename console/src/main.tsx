import './platform/theme/styles.ts';
import { createRoot } from 'react-dom/client';
import { features } from './features/index.ts';
import { App } from './platform/app.tsx';
import { config } from './platform/config.ts';
import { setUpLanguage } from './platform/i18n/setup.ts';
import { pageNonce } from './platform/theme/nonce.ts';

window.__webpack_nonce__ = pageNonce();
await setUpLanguage();

const root = document.querySelector('#root');
if (!root) {
  throw new Error('The page lacks its root element.');
}
createRoot(root).render(<App features={features[config.edition]} />);
