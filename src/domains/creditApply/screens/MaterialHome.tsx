import { useState } from 'react';
import { fileHref } from '~/domains/file/pickers/fileHref';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { Card } from '~/ui/kit/Card';
import { EmptyState } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { Tag } from '~/ui/kit/Tag';
import { EnabledTag } from '~/ui/values/EnabledTag';
import { formatMoney } from '~/ui/values/format';
import { type ApplyKind, applyKinds } from '../apply';
import { materialList } from '../calls';

export type Home = AnswerOf<typeof materialList>;
export type Material = Home['materials'][number];
const MaterialDialog = late(() => import('./MaterialDialog'));

export const customerTypes = { '1': '个人', '2': '企业' } as const;
const amountWords = ({ amountFrom, amountTo }: Material): string => {
  const from = amountFrom === '0.00' ? '' : `${formatMoney(amountFrom)}元起`;
  const to = amountTo === null ? '' : `${formatMoney(amountTo)}元以下`;
  return [from, to].filter(Boolean).join('，') || '不限';
};

/** 审批材料设置: what an application must bring, by kind, type, customer and amount. */
export default function MaterialHome({ first }: { first: Home }) {
  const [home, setHome] = useState(first);
  const [open, setOpen] = useState<{ material: Material | null } | null>(null);
  return (
    <>
      <Card
        title="授信材料"
        note="符合申请类型、授信类型、客户类型和金额的，申请时列出"
        actions={[{ label: '新建材料', tone: 'primary', onPress: () => setOpen({ material: null }) }]}
        flush
      >
        {home.materials.length === 0 ? (
          <EmptyState title="还没有设置材料" note="申请授信时不要求上传材料" />
        ) : (
          <DetailTable<Material>
            caption="授信材料"
            rows={home.materials}
            columns={[
              { key: 'name', title: '材料名称', fixed: true },
              { key: 'required', title: '要求', cell: (row) => <Tag tone={row.required ? 'danger' : 'neutral'}>{row.required ? '必传' : '选传'}</Tag> },
              { key: 'kinds', title: '申请类型', cell: (row) => row.kinds.map((kind) => applyKinds[kind as ApplyKind]).join('、') || '全部' },
              { key: 'typeName', title: '授信类型', cell: (row) => row.typeName || '全部' },
              { key: 'customerType', title: '客户类型', cell: (row) => customerTypes[row.customerType as '1'] ?? '全部' },
              { key: 'amountFrom', title: '申请金额', cell: amountWords },
              { key: 'most', title: '数量上限', align: 'right' },
              {
                key: 'template',
                title: '模板',
                cell: (row) =>
                  row.template ? (
                    <a href={fileHref(row.template.key)} target="_blank" rel="noreferrer">
                      {row.template.name}
                    </a>
                  ) : (
                    '- -'
                  ),
              },
              { key: 'enabled', title: '状态', cell: (row) => <EnabledTag enabled={row.enabled} /> },
              {
                key: 'edit',
                title: '操作',
                cell: (row) => (
                  <Button size="sm" tone="link" onPress={() => setOpen({ material: row })}>
                    修改
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Card>
      {open && (
        <MaterialDialog home={home} material={open.material} onClose={() => setOpen(null)} onSaved={async () => setHome(await call(materialList, {}))} />
      )}
    </>
  );
}
