/** A text to add to a list of all resources, before the first `before` after `after`. */
export interface ListEntry {
  file: string;
  text: string;
  after: string;
  before: string;
}

const rivalRows = 'services/admin/test/rival-rows.ts';
const area = 'libs/shared/src/events/areas/{area}.ts';
const traffic = 'libs/shared/src/events/traffic.ts';
const propertyRoutes = 'services/admin/src/resources/properties/properties.routes.ts';
const deleteProperty = 'services/admin/src/resources/properties/delete-property.ts';

/** Entries of the routes and their description. */
const routeEntries: readonly ListEntry[] = [
  {
    file: 'services/admin/src/routes.ts',
    text: "import { {singular}Routes } from './resources/{kebab-plural}/{kebab-plural}.routes.ts';\n",
    after: 'import',
    before: '\n/** ',
  },
  {
    file: 'services/admin/src/routes.ts',
    text: '    ...{singular}Routes,\n',
    after: 'return [',
    before: '  ];',
  },
  {
    file: 'libs/shared/src/principal/scopes.ts',
    text: "  '{kebab-plural}',\n",
    after: 'scopedResources',
    before: ']',
  },
  {
    file: 'apps/web/src/console/keys/scopes.ts',
    text: "  readAndChange('{kebab-plural}', '{Title}'),\n",
    after: 'export const scopeSubjects',
    before: "  readAndChange('webhooks'",
  },
  {
    file: 'tools/src/openapi/api-descriptions.ts',
    text: "      '{Title}': 'The {words} of a property.',\n",
    after: '  admin: {',
    before: "      'Access points':",
  },
  ...['list{Plural}', 'create{Singular}', 'get{Singular}', 'update{Singular}', 'delete{Singular}'].map(
    (operation): ListEntry => ({
      file: 'clients/methods.json',
      text: `        "${operation}": "{plural}.${operation.replace(/\{.*/, '')}",\n`,
      after: '"admin": {\n      "admin": {',
      before: '        "listCalls"',
    }),
  ),
];

/** Entries of the model, its ids and its events. */
const modelEntries: readonly ListEntry[] = [
  {
    file: 'libs/shared/src/models/all-models.ts',
    text: "import './{kebab-singular}.ts';\n",
    after: '',
    before: "import './password-failure.ts'",
  },
  {
    file: 'libs/shared/src/ids/id.ts',
    text: "  {singular}: '{id-prefix}',\n",
    after: 'const prefixes',
    before: '}',
  },
  {
    file: 'libs/shared/src/personal/personal-data.ts',
    text: '  {snake-plural}: place,\n',
    after: 'properties: place',
    before: '  controller_keys: place',
  },
  {
    file: area,
    text: '\n\nconst {singular} = z.object({ aggregateVersion, {singular}Id: z.string(), propertyId: z.string() });',
    after: 'import { aggregateVersion }',
    before: '\n\n',
  },
  ...['created', 'updated', 'deleted'].flatMap((verb): ListEntry[] => [
    {
      file: area,
      text: `  'pas.v1.{area}.{snake-singular}.${verb}': {singular},\n`,
      after: 'export const {area}Events',
      before: '} as const',
    },
    {
      file: traffic,
      text: `  'pas.v1.{area}.{snake-singular}.${verb}': ['admin'],\n`,
      after: 'const publishers',
      before: '};',
    },
  ]),
];

/** Entries for the property. It cannot be deleted before its children, and gets no new ones while it is archived. */
const parentEntries: readonly ListEntry[] = [
  {
    file: deleteProperty,
    text: "import { {Singular}Model } from '@pas/shared/models/{kebab-singular}';\n",
    after: '',
    before: 'import { PropertyModel',
  },
  {
    file: deleteProperty,
    text: '  const {plural} = await {Singular}Model.countDocuments(live).session(session);\n',
    after: 'async function countChildren',
    before: '  // Only an assigned number',
  },
  {
    file: deleteProperty,
    text: '{plural}, ',
    after: 'return { units',
    before: 'virtualNumbers }',
  },
  {
    file: propertyRoutes,
    text: '{words}, ',
    after: "operationId: 'deleteProperty'",
    before: 'access points or assigned numbers.',
  },
  {
    file: propertyRoutes,
    text: '{words}, ',
    after: "operationId: 'updateProperty'",
    before: 'invites, access points or numbers',
  },
  {
    file: 'services/admin/src/resources/properties/property.schema.ts',
    text: '{words}, ',
    after: 'An archived property takes no new units',
    before: 'invites, access points or numbers',
  },
];

/** Entries of the tests that cover all resources. */
const testEntries: readonly ListEntry[] = [
  {
    file: 'services/admin/test/changes.test.ts',
    text: "  '{kebab-plural}',\n",
    after: "  'properties',",
    before: "  'webhook-endpoints',",
  },
  {
    file: 'services/admin/test/preparations.ts',
    text: "    'PATCH /api/admin/{kebab-plural}/{id}': renamed,\n",
    after: 'return {',
    before: "    'PATCH /api/admin/api-keys/{id}'",
  },
  {
    file: rivalRows,
    text: "  {id-prefix}_: ['another tenant’s', 'another property’s', 'a deleted row’s'],\n",
    after: 'export const rivalKinds',
    before: "  '{idOrToken}': [",
  },
  {
    file: rivalRows,
    text: "    {id-prefix}_: await addByApi(admin, as, { path: '{kebab-plural}', body: { propertyId: property.id, name: 'Rival' } }),\n",
    after: 'async function addRows',
    before: '    aud_: await',
  },
  {
    file: rivalRows,
    text: "  const {singular}Id = await addByApi(admin, as, { path: '{kebab-plural}', body: { propertyId: property.id, name: 'Deleted' } });\n",
    after: 'async function addDeletedRows',
    before: '  const paths',
  },
  {
    file: rivalRows,
    text: '`{kebab-plural}/${{singular}Id}`, ',
    after: 'const paths',
    before: '`properties/',
  },
  {
    file: rivalRows,
    text: '    {id-prefix}_: {singular}Id,\n',
    after: 'async function addDeletedRows',
    before: '    whe_: endpoint._id',
  },
];

/** Entries of all lists of resources. */
export const entries: readonly ListEntry[] = [
  ...routeEntries,
  ...modelEntries,
  ...parentEntries,
  ...testEntries,
];
