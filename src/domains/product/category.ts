export const MAX_LEVEL = 4;

/** "一级 / 二级 / 三级" from parent to child, for options and imports. */
export function fullNames(rows: readonly { id: string; parentId: string | null; name: string }[]): Map<string, string> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const nameOf = (id: string): string => {
    const row = byId.get(id);
    if (!row) return '';
    return row.parentId ? `${nameOf(row.parentId)} / ${row.name}` : row.name;
  };
  return new Map(rows.map((row) => [row.id, nameOf(row.id)]));
}

/** The rows whose name or code holds the word, with what lies above and below them, in their order. */
export function branchesWith<Row extends { id: string; parentId: string | null; code: string; name: string }>(all: readonly Row[], word: string): Row[] {
  const wanted = word.trim().toLowerCase();
  const byId = new Map(all.map((row) => [row.id, row]));
  const pathOf = (row: Row): Row[] => [row, ...(row.parentId && byId.has(row.parentId) ? pathOf(byId.get(row.parentId) as Row) : [])];
  const hits = all.filter((row) => row.name.toLowerCase().includes(wanted) || row.code.toLowerCase().includes(wanted));
  const above = new Set(hits.flatMap((row) => pathOf(row).map((one) => one.id)));
  const hit = new Set(hits.map((row) => row.id));
  return all.filter((row) => above.has(row.id) || pathOf(row).some((one) => hit.has(one.id)));
}
