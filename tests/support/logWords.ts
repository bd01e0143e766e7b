import { changesOf } from '~/domains/platform/fieldNames.server';
import type { Opened } from '~/server/db.server';

/** Words, or what people call by its code: SKU A-1. */
const NAMED = /[\u4e00-\u9fff]|^SKU /;
/** What people type may look like a code: 编码 QY, 单位 KG. */
const TYPED = /编码|编号|名称|简称|单位|品牌|规格|型号|可选值|客户|人$|员$|角色|^SKU /;
const CODE = /^[A-Z]+(_[A-Z]+)*$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Throws for what people could not read of the operation log as it stands: fields without a Chinese name, codes, ids. */
export async function expectReadableLog({ pool }: Opened): Promise<void> {
  const { rows } = await pool.query<{ action: string; subject_type: string; subject_no: string; before: unknown; after: unknown }>(
    'select action, subject_type, subject_no, before, after from audit_log',
  );
  const found = rows.flatMap((row) =>
    changesOf(row.before, row.after)
      .filter(({ field, before, after }) => !NAMED.test(field) || isRaw(field, before) || isRaw(field, after))
      .map(({ field, before, after }) => `${row.subject_type} ${row.action}: ${field}: ${before} → ${after}`),
  );
  if (found.length) throw new Error(`the operation log shows what people cannot read:\n${[...new Set(found)].join('\n')}`);
}

const isRaw = (field: string, text: string): boolean =>
  text.split(/[、，；：]/).some((part) => UUID.test(part) || (!TYPED.test(field) && CODE.test(part))) || /(^|[，、])[a-z]\w*：/.test(text);
