/**
 * Starts the viewer of the API descriptions, in the browser.
 *
 * The viewer's own markup has barriers that no style removes, so its plugin interface replaces three parts.
 *
 * - The layout has no second `main`, and no choice of a server, because every description names one. It adds a heading
 *   between the title and the groups.
 * - The link inside the button of each operation becomes text, because a button may contain no link.
 * - The field of a request's body and each choice of a value get a name.
 *
 * The viewer takes its dark colours from a class, which follows the scheme of the system.
 *
 * The viewer also fills in the examples of parameters. They name no row of the reader, and an id that all requests share
 * is no id. So another plugin leaves parameters without a default empty.
 */
export const viewerScript = `const viewer = document.getElementById('viewer');

const withoutBarriers = ({ React: { createElement } }) => ({
  components: {
    PlainLayout: ({ getComponent, specSelectors }) => {
      const part = (name) => createElement(getComponent(name, true));
      const isThere = specSelectors.specJson().count() > 0;
      if (!isThere) return createElement('div', { className: 'swagger-ui' }, part('errors'));
      return createElement(
        'div',
        { className: 'swagger-ui' },
        part('InfoContainer'),
        part('errors'),
        createElement('h2', null, 'Operations'),
        part('AuthorizeBtnContainer'),
        part('FilterContainer'),
        part('operations'),
      );
    },
  },
  wrapComponents: {
    DeepLink: () => ({ text }) => createElement('span', { className: 'nostyle' }, text),
    Select: (Select) => (props) =>
      createElement('label', null, 'Value: ', createElement(Select, props)),
    TextArea: (TextArea) => (props) => createElement(TextArea, { 'aria-label': 'Request body', ...props }),
  },
});

const withoutExample = (schema) =>
  ['anyOf', 'oneOf'].reduce(
    (rest, name) => (rest.has(name) ? rest.update(name, (parts) => parts.map(withoutExample)) : rest),
    schema.delete('example'),
  );

const withEmptyParameters = {
  statePlugins: {
    spec: {
      wrapSelectors: {
        parameterWithMetaByIdentity: (select) => (state, ...of) => {
          const parameter = select(state, ...of);
          return parameter?.has('schema') ? parameter.delete('example').update('schema', withoutExample) : parameter;
        },
      },
    },
  },
};

const { classList } = document.documentElement;
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => classList.toggle('dark-mode', dark.matches);
followScheme();
dark.addEventListener('change', followScheme);

SwaggerUIBundle({
  url: viewer.dataset.src,
  domNode: viewer,
  plugins: [withoutBarriers, withEmptyParameters],
  layout: 'PlainLayout',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
});
`;
