/**
 * Scrolls to the first field with an error, together with its message. Focus alone scrolls only to the field, and not at all
 * when the field has the focus already, so the save bar could cover the message.
 */
export function revealError(): void {
  // The messages are there after the next render.
  requestAnimationFrame(() => {
    const field = document.querySelector('[aria-invalid="true"]');
    const wrapper = field?.closest('.mantine-InputWrapper-root') ?? field;
    wrapper?.scrollIntoView({ block: 'nearest' });
  });
}
