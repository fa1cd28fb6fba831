/** Lets password managers match the password on this page with a username typed on another page. */
export function KnownUsername({ value }: { value: string }) {
  return (
    <input
      className="visually-hidden"
      type="text"
      name="identifier"
      autoComplete="username"
      value={value}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
