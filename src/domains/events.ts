import { catalogueOf, type EventKind, type Events, type Side } from '~/portal/event';

const found = import.meta.glob<Record<string, Events>>('./*/events.ts', { eager: true });

/** Everything the product tells people of, and the businesses it belongs to, of every domain. A new domain needs no line here. */
export const { events, businesses } = catalogueOf(Object.values(found).flatMap((one) => Object.values(one)));

const byKind = new Map(events.map((event) => [event.kind, event]));
export const eventOf = (kind: string): EventKind | undefined => byKind.get(kind);
export const eventsOf = (side: Side): readonly EventKind[] => events.filter((event) => event.sides.includes(side));
