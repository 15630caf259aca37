import { designTokens } from '@pas/shared/pages/design';

/** The look of the gateway's pages, which is that of console and portal: one column that fits a phone. */
export const stylesheet = `${designTokens}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 var(--font); }
.site { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; padding: .75rem 1.25rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.site nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.site a { color: inherit; text-decoration: none; padding: .25rem 0; }
.site a:hover, .site a[aria-current] { text-decoration: underline; text-underline-offset: .3em; text-decoration-thickness: 2px; text-decoration-color: var(--accent-text); }
.site .home { display: flex; align-items: center; gap: .6rem; font-weight: 700; }
.home svg { width: 1.75rem; height: 1.75rem; }
@media (prefers-reduced-motion: no-preference) { .cards li { transition: border-color var(--quick); } }
.cards li:hover { border-color: var(--accent-text); }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.25; text-wrap: balance; }
h2 { margin: 2rem 0 .5rem; font-size: 1.15rem; }
p { margin: 0 0 1rem; max-width: 44rem; }
a { color: var(--accent-text); }
:focus-visible { outline: 3px solid var(--accent-text); outline-offset: 2px; }
.soft { color: var(--soft); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: .75rem; margin: 0; padding: 0; list-style: none; }
.cards li { padding: .9rem 1rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--paper); overflow-wrap: anywhere; }
.cards a { font-weight: 600; }
.cards p { margin: .15rem 0 0; color: var(--soft); font-size: .925rem; }
table { border-collapse: collapse; width: 100%; background: var(--paper); border: 1px solid var(--line); }
th, td { border-bottom: 1px solid var(--line); padding: .4rem .6rem; text-align: left; vertical-align: top; }
main > table :is(th, td):not(:last-child) { white-space: nowrap; }
td:last-child { overflow-wrap: anywhere; }
tr:target { background: var(--accent-ground); }
code { font-family: var(--mono); font-size: .9em; }
@media (max-width: 34rem) {
  main > table thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  main > table, main > table :is(tbody, tr) { display: block; }
  main > table tr { padding: .6rem .75rem; border-bottom: 1px solid var(--line); }
  main > table td { display: inline-block; padding: 0 .5rem 0 0; border: 0; font-weight: 600; }
  main > table td:last-child { display: block; font-weight: 400; }
}
`;
