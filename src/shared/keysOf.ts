/** The codes of a table of codes and their names, as `z.enum` takes them. */
export const keysOf = <K extends string>(names: Readonly<Record<K, unknown>>) => Object.keys(names) as [K, ...K[]];
