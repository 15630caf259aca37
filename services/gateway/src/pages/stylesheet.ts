/**
 * The look of the gateway's pages: one column that fits a phone, in the reader's own light or dark scheme. The colours are
 * those of the residents' pages.
 */
export const stylesheet = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1c1f26, #eceef2);
  --soft: light-dark(#565d6b, #a9b0bd);
  --paper: light-dark(#ffffff, #1d2027);
  --ground: light-dark(#f1f3f6, #12141a);
  --line: light-dark(#c9ced7, #3a404b);
  --accent: light-dark(#1d5fc4, #8ab8ff);
  --marked: light-dark(#e4edfb, #25344d);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
.site { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; padding: .75rem 1.25rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.site nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.site a { color: inherit; text-decoration: none; padding: .25rem 0; }
.site a:hover, .site a[aria-current] { text-decoration: underline; text-underline-offset: .3em; text-decoration-thickness: 2px; text-decoration-color: var(--accent); }
.home { font-weight: 700; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.25; text-wrap: balance; }
h2 { margin: 2rem 0 .5rem; font-size: 1.15rem; }
p { margin: 0 0 1rem; max-width: 44rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.soft { color: var(--soft); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: .75rem; margin: 0; padding: 0; list-style: none; }
.cards li { padding: .9rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--paper); overflow-wrap: anywhere; }
.cards a { font-weight: 600; }
.cards p { margin: .15rem 0 0; color: var(--soft); font-size: .925rem; }
table { border-collapse: collapse; width: 100%; background: var(--paper); border: 1px solid var(--line); }
th, td { border-bottom: 1px solid var(--line); padding: .4rem .6rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
tr:target { background: var(--marked); }
code { font-family: ui-monospace, monospace; font-size: .9em; }
@media (max-width: 34rem) {
  th, td { padding: .4rem .35rem; }
}
`;

/** The mark in the browser's tab: a door. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d5fc4"/><path d="M10 26V7h12v19" fill="none" stroke="#fff" stroke-width="2.5"/><circle cx="18.5" cy="17" r="1.6" fill="#fff"/></svg>
`;
