import { designTokens } from './design.ts';

/** Styles of all pages of residents and guests, as in the portal: one column that fits a phone. */
export const stylesheet = `
${designTokens}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 var(--font); overflow-wrap: anywhere; }
main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1.25rem 2rem; background: var(--paper); min-height: 100vh; }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; text-wrap: balance; }
h2 { margin: 1.75rem 0 .25rem; font-size: 1.05rem; }
p { margin: 0 0 1rem; }
main > .mark { display: block; width: 3rem; height: 3rem; margin: 0 0 1rem; }
.mark rect { fill: var(--brand-8); }
.logo { display: block; max-width: 100%; height: 3rem; margin: 0 0 1rem; object-fit: contain; object-position: left; }
.brand { display: flex; align-items: center; gap: .6rem; color: var(--soft); font-weight: 600; }
.brand .mark { flex: none; width: 2.5rem; height: 2.5rem; }
main > :last-child { margin-bottom: 0; }
.home { color: var(--soft); font-size: 1.05rem; }
.origin { color: var(--soft); font-size: .925rem; }
.home strong { color: var(--ink); }
.field { margin: 0 0 1.1rem; }
label { display: block; margin: 0 0 .25rem; font-weight: 600; }
.hint { margin: 0 0 .4rem; color: var(--soft); font-size: .925rem; }
.error { margin: 0 0 .4rem; color: var(--bad); font-weight: 600; }
input { width: 100%; padding: .65rem .75rem; border: 1px solid var(--edge); border-radius: var(--radius-small); background: transparent; color: inherit; font: inherit; }
input[aria-invalid="true"] { border: 2px solid var(--bad); }
button, .button { width: 100%; margin-top: .5rem; padding: .8rem 1rem; border: 0; border-radius: var(--radius-small); background: var(--accent); color: var(--on-solid); font: inherit; font-weight: 600; cursor: pointer; }
.pin { margin: 0 0 .25rem; font: 700 2.25rem/1.2 var(--mono); letter-spacing: .12em; }
.note { padding: .75rem 1rem; border: 1px solid var(--edge); border-radius: var(--radius-small); }
form + form { margin-top: .25rem; }
a { color: var(--accent-text); }
.button { display: block; text-align: center; text-decoration: none; color: var(--on-solid); }
:focus-visible { outline: 3px solid var(--accent-text); outline-offset: 2px; }
.summary { margin: 0 0 1.25rem; padding: .9rem 1rem; border: 2px solid var(--bad); border-radius: var(--radius-small); }
.summary h2 { margin-top: 0; }
.summary ul { margin: 0; padding-left: 1.2rem; }
.summary a { color: var(--bad); }
:is(form, .button) + .reference { margin-top: 1.5rem; }
.reference { color: var(--soft); font-size: .85rem; }
@media print { body { background: none; } form, .button, h2:has(+ form), h2:has(+ .hint + form), .hint:has(+ form) { display: none; } }
@media screen and (min-width: 34rem) {
  body { padding: 2.5rem 1rem; }
  main { min-height: 0; padding: 2.25rem 2.5rem; border-radius: var(--radius); box-shadow: var(--shadow); }
}
`;
