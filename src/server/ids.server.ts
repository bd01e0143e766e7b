import { v7 } from 'uuid';

/** Identifiers are uuid v7 made in the application: PostgreSQL 15 has none of its own. */
export const newId = (): string => v7();
