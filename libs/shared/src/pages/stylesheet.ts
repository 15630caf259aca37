/** The look of all pages: one column that fits a phone, in the reader's own light or dark scheme. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1c1f26, #eceef2);
  --soft: light-dark(#565d6b, #a9b0bd);
  --paper: light-dark(#ffffff, #1d2027);
  --ground: light-dark(#f1f3f6, #12141a);
  --line: light-dark(#858d9b, #747c8a);
  --accent: light-dark(#1d5fc4, #8ab8ff);
  --on-accent: light-dark(#ffffff, #0c1a30);
  --wrong: light-dark(#b3261e, #ffb4ab);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1.25rem 2rem; background: var(--paper); min-height: 100vh; }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }
h2 { margin: 0 0 .25rem; font-size: 1.05rem; }
p { margin: 0 0 1rem; }
main > :last-child { margin-bottom: 0; }
.home { color: var(--soft); font-size: 1.05rem; }
.origin { color: var(--soft); font-size: .925rem; }
.home strong { color: var(--ink); }
.field { margin: 0 0 1.1rem; }
label { display: block; margin: 0 0 .25rem; font-weight: 600; }
.hint { margin: 0 0 .4rem; color: var(--soft); font-size: .925rem; }
.error { margin: 0 0 .4rem; color: var(--wrong); font-weight: 600; }
input { width: 100%; padding: .65rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: transparent; color: inherit; font: inherit; }
input[aria-invalid="true"] { border: 2px solid var(--wrong); }
button, .button { width: 100%; margin-top: .5rem; padding: .8rem 1rem; border: 0; border-radius: .5rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
.pin { margin: 0 0 .25rem; font: 700 2.25rem/1.2 ui-monospace, monospace; letter-spacing: .12em; }
.note { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
form + form { margin-top: .25rem; }
a { color: var(--accent); }
.button { display: block; text-align: center; text-decoration: none; color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.summary { margin: 0 0 1.25rem; padding: .9rem 1rem; border: 2px solid var(--wrong); border-radius: .5rem; }
.summary ul { margin: 0; padding-left: 1.2rem; }
.summary a { color: var(--wrong); }
form + .reference { margin-top: 1.5rem; }
.reference { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
@media (min-width: 34rem) {
  body { padding: 2.5rem 1rem; }
  main { min-height: 0; padding: 2.25rem 2.5rem; border-radius: 1rem; box-shadow: 0 1px 3px #0003; }
}
`;
