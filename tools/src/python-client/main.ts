import { writeFiles } from '../generated-file.ts';
import { pythonClientFiles } from './python-client-files.ts';

// Writes the generated modules of `clients/python`. Build the package afterwards: `pip wheel --no-deps clients/python`.

const files = await pythonClientFiles();
await writeFiles(files);
console.log(`${files.length} modules of the Python client are up to date`);
