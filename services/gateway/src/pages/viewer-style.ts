/**
 * Additions to the viewer's own style. They give the colours of all pages, enough contrast (WCAG 2.2, 1.4.3) and room
 * on narrow screens. The id overrides every selector of the viewer.
 */
export const viewerStyle = `html.dark-mode { background: none; }
.apis { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 .75rem; }
.apis a { padding: .35rem .9rem; border: 1px solid var(--line); border-radius: 2rem; background: var(--paper); color: var(--ink); text-decoration: none; }
.apis a[aria-current] { background: var(--accent); border-color: var(--accent); color: var(--on-solid); }
#viewer .swagger-ui { background: none; color: var(--ink); font: inherit; }
#viewer * { color: inherit; text-shadow: none; }
#viewer :focus-visible { outline: 3px solid var(--accent-text) !important; outline-offset: 2px; }
#viewer a, #viewer .btn { color: var(--accent-text); }
#viewer .wrapper { max-width: none; padding: 0; }
#viewer p { margin-inline: 0; }
@media (min-width: 48rem) { #viewer .parameters-col_name { width: 14rem; } }
#viewer .info { margin: 1rem 0; }
#viewer .info hgroup.main { margin: 0; }
#viewer .title { font-size: 1.6rem; }
#viewer .title small { position: static; background: none; padding: 0 0 0 .5rem; }
#viewer .title small pre { color: var(--soft); padding: 0; }
#viewer .info .link:has(.url), #viewer .version-stamp, #viewer .info__license { display: none; }
#viewer h2:not(.title) { margin: 2rem 0 .5rem; font-size: 1.15rem; }
#viewer .auth-wrapper { justify-content: flex-start; margin: 0 0 1rem; }
#viewer .filter { margin: 0 0 1rem; }
#viewer .filter input { width: 100%; min-width: min(24rem, 80vw); margin: 0; border-color: var(--line); }
#viewer .opblock-tag { margin: 0; padding: .6rem .25rem; border-color: var(--line); font-size: 1.1rem; }
#viewer .opblock { margin: 0 0 .6rem; border-color: var(--line); background: var(--paper); box-shadow: none; }
#viewer .opblock-summary { border-color: var(--line); }
#viewer .opblock-summary-method { background: var(--method); color: var(--on-solid); }
#viewer .opblock { --method: var(--solid-muted); }
#viewer .opblock-get { --method: var(--accent); }
#viewer .opblock-post { --method: var(--solid-good); }
#viewer .opblock-put, #viewer .opblock-patch { --method: var(--solid-warn); }
#viewer .opblock-delete { --method: var(--solid-bad); }
#viewer .opblock .opblock-section-header { background: none; box-shadow: none; border-bottom: 1px solid var(--line); }
#viewer .tab-header .tab-item.active h4 span::after { background: var(--accent-text); }
#viewer code { background: var(--accent-ground); }
#viewer .microlight code { background: none; }
#viewer .microlight [style*='rgb(211, 99, 99)'] { color: var(--code-text) !important; }
#viewer .parameter__name.required::after, #viewer .parameter__name.required span { color: var(--bad); }
#viewer :is(input, select, textarea) { background-color: var(--paper); border-color: var(--soft); }
#viewer table { border: 0; background: none; }
#viewer .microlight { max-height: none; overflow: visible; white-space: pre-wrap !important; overflow-wrap: anywhere; background: var(--code-ground); color: var(--code-ink); }
#viewer .btn { border-color: currentColor; background: none; box-shadow: none; }
#viewer .btn.execute { background: var(--accent); border-color: var(--accent); color: var(--on-solid); }
#viewer .dialog-ux .modal-ux { background: var(--paper); max-width: calc(100vw - 2rem); min-width: 0; }
#viewer svg { fill: currentColor; }
@media (max-width: 40rem) {
  #viewer .opblock-summary-path { max-width: none; overflow-wrap: anywhere; }
  #viewer .opblock-summary-control { flex-wrap: wrap; }
  #viewer :is(table, thead, tbody, tr, td, th) { display: block; width: auto; padding: .2rem 0; }
  #viewer :is(.parameters-col_description, .parameters-col_name) { width: auto; max-width: 100%; }
  #viewer :is(input, select, textarea) { width: 100%; max-width: 100%; min-width: 0; }
}
`;
