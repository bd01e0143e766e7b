import { writeFile } from 'node:fs/promises';
import { openDatabase } from '../src/server/db.server';
import { databaseTypes } from './database-types';
import { appendChecksums } from './migration-checksums';

const opened = await openDatabase({ dataDir: 'data', memory: true });
await writeFile('src/server/database.types.ts', await databaseTypes(opened.pool));
await opened.close();
await appendChecksums();
