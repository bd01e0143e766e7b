import { fileHref } from '~/domains/file/pickers/fileHref';
import { useMe } from '~/shell/session';
import { Paper } from '~/ui/print/Paper';
import { Sheet } from '~/ui/print/Sheet';
import { formatMoney, formatPrice, formatQty, formatTime } from '~/ui/values/format';
import { instanceStates } from '../../task';
import type { TaskCardView, TaskInfo } from '../../task.schema';

type Cell = TaskCardView['facts'][number] | TaskCardView['tables'][number]['rows'][number][number];

const plain = (cell: Cell): string => {
  if (cell.amount !== undefined) return formatMoney(cell.amount);
  if (cell.cost !== undefined) return formatMoney(cell.cost);
  if (cell.price !== undefined) return formatPrice(cell.price);
  if (cell.qty !== undefined) return formatQty(cell.qty);
  if (cell.at !== undefined) return formatTime(cell.at);
  return cell.mobile ?? cell.idCard ?? cell.text ?? '';
};

/** The approval on paper: what was decided on, and its whole trail with opinions and signatures. */
export default function TaskPrint({ info, onClose }: { info: TaskInfo; onClose: () => void }) {
  const tenant = useMe()?.tenantName ?? '';
  const rows = info.trail
    .filter((step) => step.state !== 'future')
    .flatMap((step) =>
      step.people.map((person) => [
        step.title,
        person.name,
        person.state,
        person.opinion,
        person.at ? formatTime(person.at) : '',
        person.signature ? <img key="signature" src={fileHref(person.signature)} alt="签名" style={{ height: 32 }} /> : '',
      ]),
    );
  return (
    <Paper kind="A4" onDone={onClose}>
      <Sheet
        owner={tenant}
        title={`${info.title}单`}
        no={info.subjectNo || info.processInstanceId.slice(0, 8)}
        facts={[
          { label: '发起人', value: `${info.starter}${info.department ? `（${info.department}）` : ''}` },
          { label: '发起时间', value: formatTime(info.startedAt) },
          { label: '流程状态', value: instanceStates[info.status] },
          ...info.card.facts.map((fact) => ({ label: fact.label, value: plain(fact), wide: plain(fact).length > 28 })),
        ]}
        columns={[{ title: '节点' }, { title: '处理人' }, { title: '结果' }, { title: '意见' }, { title: '时间' }, { title: '签名' }]}
        rows={rows}
        totals={[]}
        signs={[]}
        foot={<Lines card={info.card} />}
      />
    </Paper>
  );
}

/** The document's lines below the trail, each table with its own head. */
const Lines = ({ card }: { card: TaskCardView }) => (
  <>
    {card.changes.length > 0 && (
      <Table title="修改前后对照" heads={['内容', '原值', '新值']} rows={card.changes.map(({ label, before, after }) => [label, before, after])} />
    )}
    {card.tables.map((table) => (
      <Table key={table.title} title={table.title} heads={table.columns.map(({ title }) => title)} rows={table.rows.map((row) => row.map(plain))} />
    ))}
  </>
);

const Table = ({ title, heads, rows }: { title: string; heads: readonly string[]; rows: readonly (readonly string[])[] }) => (
  <div style={{ marginTop: 10 }}>
    <strong>{title}</strong>
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={String(at)}>
            {row.map((cell, index) => (
              <td key={heads[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
