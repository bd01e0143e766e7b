import type { Option } from './types';

/** Names by key, in their order, as a select offers them. */
export const optionsOf = (names: Readonly<Record<string, string>>): Option[] => Object.entries(names).map(([value, label]) => ({ value, label }));
