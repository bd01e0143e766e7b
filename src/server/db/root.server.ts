import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let found: string | undefined;

/** The folder of package.json, the same from source and from the production bundle: the worker and the migrations lie below it. */
export function projectRoot(): string {
  if (found) return found;
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'migrations'))) {
      found = folder;
      return folder;
    }
  }
  throw new Error('project folder with package.json and migrations/ not found above the server code');
}
