/// <reference types="vite/client" />

interface Window {
  /** Read by react-remove-scroll (inside Mantine's modals) for the style tag it adds. */
  __webpack_nonce__?: string;
}
