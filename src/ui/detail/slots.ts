import { type ComponentType, createElement } from 'react';
import type { TabItem } from '../kit/Tabs';

/** A tab that another domain adds to a detail page, from `slots/<page>.tsx` of its own; the page's domain imports none of them. */
export interface SlotTab<Subject> {
  value: string;
  label: string;
  /** Place among the added tabs. */
  at: number;
  /** Permission code it needs. */
  code?: string;
  shows?(subject: Subject): boolean;
  count?(subject: Subject): number;
  Content: ComponentType<{ subject: Subject }>;
}

/** What `import.meta.glob(…, { eager: true })` found, for this subject and this person. */
export function slotTabs<Subject>(found: Record<string, { tabs: readonly SlotTab<Subject>[] }>, subject: Subject, permissions: readonly string[]): TabItem[] {
  return Object.values(found)
    .flatMap(({ tabs }) => tabs)
    .filter((one) => (!one.code || permissions.includes(one.code)) && (one.shows?.(subject) ?? true))
    .sort((a, b) => a.at - b.at)
    .map(({ value, label, count, Content }) => ({ value, label, count: count?.(subject), content: createElement(Content, { subject }) }));
}
