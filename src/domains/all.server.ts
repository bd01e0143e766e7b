/** Every domain's calls, and what it calls its fields, register themselves when their files load; a new domain needs no line here. */
import.meta.glob(['./*/api.server.ts', './*/*Api.server.ts', './*/fieldLabels.ts'], { eager: true });
