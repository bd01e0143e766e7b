import type { Me } from '~/portal/me';
import { type AnyImport, importFor } from '~/server/import.server';
import type { FileAnswer } from '~/server/serve.server';
import { columnHelp } from '~/server/sheet/columns';
import { sheetLimits } from '~/server/sheet/read.server';
import { writeTemplate, XLSX_MIME } from '~/server/sheet/write.server';
import type { ImportForm } from './importJob.schema';

const mostRowsOf = ({ maxRows }: AnyImport): number => maxRows ?? sheetLimits.rows;
const templates = new Map<AnyImport, Promise<Uint8Array>>();

export async function importTemplate(me: Me, type: string): Promise<FileAnswer> {
  const definition = importFor(me, type);
  const written =
    templates.get(definition) ?? writeTemplate(Object.values(definition.columns), definition.notes ?? [], definition.title, mostRowsOf(definition));
  templates.set(definition, written);
  const bytes = await written.catch((error: unknown) => {
    templates.delete(definition);
    throw error;
  });
  return { name: `${definition.title}导入模板.xlsx`, mime: XLSX_MIME, bytes };
}

export function importForm(me: Me, type: string): ImportForm {
  const definition = importFor(me, type);
  const { title, modes, columns } = definition;
  const shown = Object.values(columns).map((column) => ({ title: column.title, required: column.required === true, note: columnHelp(column) }));
  return { type, title: `导入${title}`, modes: [...modes], mostRows: mostRowsOf(definition), columns: shown };
}
