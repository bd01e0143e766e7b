import { z } from 'zod';
import { Instant } from './fields.schema';

/** What happened to a document: who did what, and when. */
export const LogEntry = z.object({ at: Instant, actor: z.string(), action: z.string() });
/** With the note that was written with it, as `documentLog` gives it. */
export const NotedEntry = LogEntry.extend({ note: z.string() });
/** With "账期天数：30 → 45" for each field, as `subjectLog` gives it. */
export const ChangeEntry = LogEntry.extend({ id: z.string(), changes: z.array(z.string()) });
