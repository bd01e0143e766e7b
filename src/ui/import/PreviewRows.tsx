import { useState } from 'react';
import { displayCount } from '~/shared/money';
import { DetailTable } from '../detail/DetailTable';
import { Card } from '../kit/Card';
import { Tabs } from '../kit/Tabs';
import { Tag } from '../kit/Tag';
import type { Tone } from '../kit/types';
import type { Column } from '../list/types';
import { DASHES } from '../values/format';
import type { ImportPreview, PreviewRow, RowEffect } from './types';

export const effectKinds = ['NEW', 'CHANGED', 'SAME', 'PASSED'] as const satisfies readonly RowEffect[];
export const effectNames: Record<RowEffect, string> = { NEW: '新增', CHANGED: '修改', SAME: '无变化', PASSED: '跳过' };
const tones: Record<RowEffect, Tone> = { NEW: 'ok', CHANGED: 'warn', SAME: 'neutral', PASSED: 'neutral' };

/** The rows as they were read, new and changed ones apart. */
export function PreviewRows({ preview }: { preview: ImportPreview }) {
  const { header = [], rows = [], effects, ignored = [], invalidRows } = preview;
  const [kind, setKind] = useState('');
  if (rows.length === 0) return null;
  const wrong = invalidRows > 0 ? [{ value: 'BAD', label: '有错误', count: invalidRows }] : [];
  const kinds = effectKinds.flatMap((value) => (effects && effects[value] > 0 ? [{ value, label: effectNames[value], count: effects[value] }] : []));
  const chosen = rows.filter((row) => kind === '' || (row.effect ?? 'BAD') === kind);
  const total = kind === '' ? preview.totalRows : kind === 'BAD' ? invalidRows : (effects?.[kind as RowEffect] ?? 0);
  return (
    <Card title="读到的内容" note="按系统理解的数值、日期、单位和名称显示，请核对" flush>
      {effects && (
        <Tabs
          label="按结果查看"
          className="px-5"
          items={[{ value: '', label: '全部', count: preview.totalRows }, ...kinds, ...wrong]}
          value={kind}
          onChange={setKind}
        />
      )}
      <DetailTable caption="读到的行" rows={chosen} columns={columnsOf(header, effects !== undefined)} rowKey={(row) => String(row.rowNumber)} />
      {(chosen.length < total || ignored.length > 0) && (
        <div className="flex flex-col gap-1 px-5 py-3 text-sm text-ink-3">
          {chosen.length < total && <p>{`共 ${displayCount(total)} 行，每种结果显示前 20 行`}</p>}
          {ignored.length > 0 && <p>{`文件中的${ignored.map((title) => `“${title}”`).join('、')}列不在模板里，不会导入`}</p>}
        </div>
      )}
    </Card>
  );
}

const columnsOf = (header: readonly string[], marked: boolean): Column<PreviewRow>[] => [
  { key: 'rowNumber', title: '行', width: 64, fixed: true, cell: (row) => <span className="figures">第{row.rowNumber}行</span> },
  ...(marked ? [{ key: 'effect', title: '结果', width: 80, cell: (row: PreviewRow) => <Effect effect={row.effect} /> }] : []),
  ...header.map((title, index) => ({ key: title, title, cell: (row: PreviewRow) => row.cells[index] || <span className="text-ink-3">{DASHES}</span> })),
];

const Effect = ({ effect }: { effect: RowEffect | null }) => <Tag tone={effect ? tones[effect] : 'danger'}>{effect ? effectNames[effect] : '有错误'}</Tag>;
