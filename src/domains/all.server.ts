/** Every domain's calls register themselves when their api.server file loads; a new domain needs no line here. */
import.meta.glob(['./*/api.server.ts', './*/*Api.server.ts'], { eager: true });
