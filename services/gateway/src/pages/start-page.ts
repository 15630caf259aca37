import { escapeHtml } from '@pas/platform/http/escape-html';
import { htmlPage } from './html-page.ts';
import type { WebAppName } from './web-app.ts';

/** The links of the start page. An undefined one is not shown. */
export interface StartPageLinks {
  /** The environment of requests that name none. */
  environment: string;
  /** The applications that this gateway serves. */
  apps: readonly WebAppName[];
  portalUrl: string | undefined;
  mailboxUrl: string | undefined;
  sandboxUrl: string | undefined;
}

interface Card {
  href: string;
  label: string;
  text: string;
}

const appCards: Readonly<Record<WebAppName, Card>> = {
  console: { href: '/console', label: 'Console', text: 'Property managers run their buildings here.' },
  portal: {
    href: '/portal',
    label: 'Resident portal',
    text: 'Residents open their doors and let guests in.',
  },
};

const own: readonly Card[] = [
  {
    href: '/docs',
    label: 'Documentation',
    text: 'Guides for managers, residents, integrators and operators.',
  },
  { href: '/docs/api', label: 'API', text: 'Every route. Read it and try it here.' },
  { href: '/docs/errors', label: 'Errors', text: 'Every error code and its meaning.' },
  { href: '/readyz', label: 'Health', text: 'Readiness of this gateway and the services behind it.' },
  {
    href: '/.well-known/jwks.json',
    label: 'Public keys',
    text: 'The keys that verify the tokens of residents (JWK set).',
  },
];

/** Whether an address is on another host. A page need not link to itself. */
const isElsewhere = (url: string | undefined, host: string): url is string =>
  url !== undefined && URL.canParse(url) && new URL(url).host !== host;

function outsideCards({ portalUrl, mailboxUrl, sandboxUrl }: StartPageLinks, host: string): Card[] {
  return [
    ...(isElsewhere(portalUrl, host)
      ? [{ href: portalUrl, label: 'Portal', text: 'Residents sign up and sign in here.' }]
      : []),
    ...(mailboxUrl === undefined
      ? []
      : [{ href: mailboxUrl, label: 'Mailbox', text: 'The e-mails that this local system has sent.' }]),
    ...(sandboxUrl === undefined
      ? []
      : [{ href: sandboxUrl, label: 'Sandbox', text: 'The providers that this local system talks to.' }]),
  ];
}

const renderCard = ({ href, label, text }: Card): string =>
  `<li><a href="${escapeHtml(href)}">${label}</a><p>${text}</p></li>`;

const renderCards = (cards: readonly Card[]): string =>
  `<ul class="cards">\n${cards.map(renderCard).join('\n')}\n</ul>`;

/**
 * Renders the page at the gateway's root, with links to the other pages.
 *
 * @param host the host of the request
 */
export function startPage(links: StartPageLinks, host: string): string {
  const outside = outsideCards(links, host);
  const more = outside.length > 0 ? `\n<h2>Other parts of this system</h2>\n${renderCards(outside)}` : '';
  return htmlPage({
    title: 'Property access',
    body: `<h1>Property access</h1>
<p>This is the gateway of a property-access service: the one address for dashboards, scripts, resident apps and the
webhooks of providers. A request that names no environment reaches <code>${escapeHtml(links.environment)}</code>.</p>
<h2>Start here</h2>
${renderCards([...links.apps.map((app) => appCards[app]), ...own])}${more}`,
  });
}
