import type { Subject } from '~/portal/subject';

const found = import.meta.glob<Record<string, Subject>>('./*/subjects.ts', { eager: true });

/** Every kind of record of every domain, by name. A new domain needs no line here. */
export const subjects: readonly Subject[] = Object.values(found)
  .flatMap((one) => Object.values(one))
  .sort((a, b) => a.name.localeCompare(b.name, 'zh'));

const byType = new Map(subjects.map((one) => [one.type, one]));

/** A type may name a part behind a colon: `import:customer`. */
export const subjectOf = (type: string): Subject | undefined => byType.get(type.split(':')[0] ?? type);
