import { afterAll, afterEach, beforeAll } from 'vitest';
import { take } from './perFile';

// Here and not where the steps are said: a module that several files of a process share is loaded, and its hooks told, once.
beforeAll(() => take('fileStart'));
afterEach(() => take('testEnd'));
afterAll(() => take('fileEnd'));
