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
 *
 * The viewer's own resolver parses the whole description for each operation that is opened, which takes seconds. All
 * references are within the description, so the third plugin follows only those of the operation. It merges the parts of
 * `allOf`, as the viewer's resolver does.
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

const entryAt = (value, names) => names.reduce((part, name) => part?.[name], value);
const namesOf = (reference) =>
  reference
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const merge = (one, other) => {
  if (Array.isArray(one) && Array.isArray(other)) return [...new Set([...one, ...other])];
  if (!isObject(one) || !isObject(other)) return other;
  const merged = Object.entries(other).map(([name, value]) => [name, name in one ? merge(one[name], value) : value]);
  return { ...one, ...Object.fromEntries(merged) };
};

const withOwnResolver = {
  fn: {
    resolveSubtree: async (description, path) => {
      const resolve = (value, open) => {
        if (Array.isArray(value)) return value.map((each) => resolve(each, open));
        if (!isObject(value)) return value;
        const { $ref } = value;
        if (typeof $ref !== 'string') {
          const entries = Object.entries(value).map(([name, each]) => [name, resolve(each, open)]);
          const { allOf = [], ...rest } = Object.fromEntries(entries);
          return allOf.reduce(merge, rest);
        }
        // A schema within itself stays a reference.
        if (open.includes($ref)) return value;
        const names = namesOf($ref);
        const target = entryAt(description, names);
        return resolve(target?.allOf ? { title: names.at(-1), ...target } : target, [...open, $ref]);
      };
      return { errors: [], spec: resolve(entryAt(description, path), []) };
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
  plugins: [withoutBarriers, withEmptyParameters, withOwnResolver],
  layout: 'PlainLayout',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
});
`;
