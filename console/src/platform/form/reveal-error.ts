/**
 * Scrolls to the first field with an error, including its message. Focus alone scrolls only to the field, and not at
 * all if the field already has focus, so the save bar could cover the message.
 */
export function revealError(): void {
  // The messages are rendered after the next frame.
  requestAnimationFrame(() => {
    const field = document.querySelector('[aria-invalid="true"]');
    const wrapper = field?.closest('.mantine-InputWrapper-root') ?? field;
    wrapper?.scrollIntoView({ block: 'nearest' });
  });
}
