/** Styles in addition to those of the sign-in pages. In the same layer, so that custom CSS overrides them. */
export const frameStyles = `@layer postern{
.code-field .input{font:600 20px/28px var(--ps-mono);letter-spacing:.16em;text-align:center;text-transform:uppercase}
.code-field .input:placeholder-shown{letter-spacing:.16em}
.code-field .input::placeholder{color:var(--ps-text-3);opacity:.6;font-weight:400}
.code{margin-block-start:20px;padding:14px 12px;border:1px solid var(--ps-border);border-radius:8px;background:var(--ps-sunken);
font:600 26px/36px var(--ps-mono);letter-spacing:.1em;text-align:center}
.code+.sub{margin-block-start:16px}
.two{display:grid;grid-template-columns:1fr 1fr;gap:10px;margin-block-start:24px}
.single{margin-block-start:24px}
.mark{display:grid;place-items:center;width:52px;height:52px;margin:0 auto 20px;border-radius:50%;background:var(--brand-soft);color:var(--brand-text)}
.is-leaving .single{visibility:hidden}
@media (max-width:359px){.code{font-size:21px}}
}`;
