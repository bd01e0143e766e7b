import { href } from '~/portal/href';
import { CONTRACT_CREATE } from '~/portal/permissions';
import { shanghaiDate } from '~/shared/dates';
import type { AnswerOf } from '~/shared/endpoint';
import { useCan } from '~/shell/session';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { ActionRow } from '~/ui/kit/Button';
import { Stat } from '~/ui/kit/Card';
import { EmptyState } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import type { contractList } from '../calls';
import { CONTRACT_HOMES, contractKinds, type Tab, tabs } from '../contract';
import type { ContractRow } from '../contract.schema';
import { Deadline } from './contractColumns';

const home = CONTRACT_HOMES[1];
type List = AnswerOf<typeof contractList>;
const figures: Tab[] = ['TURN', 'SIGNING', 'DONE', 'ENDED'];

/** The factory platform's way in: what waits for us, what runs out soon. */
export default function ContractHome({ turn, soon }: { turn: List; soon: List }) {
  const make = useCan(CONTRACT_CREATE);
  return (
    <div className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-paper px-5 py-4 shadow-card">
        <div>
          <h1 className="text-xl">智能合同</h1>
          <p className="text-sm text-ink-3">由单据带出正文与金额，双方在线签署；签署完成后额度、对账与发货随之生效，文件可随时验证。</p>
        </div>
        <ActionRow
          className="ml-auto"
          actions={[make && { label: '新建合同', tone: 'primary', href: `${home}/create` }, { label: '全部合同', href: `${home}/list` }]}
        />
      </header>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {figures.map((tab) => (
          <Stat key={tab} label={tabs[tab]} value={String(turn.tabs?.[tab] ?? 0)} href={href(`${home}/list`, { tab })} />
        ))}
      </div>
      <Some title="待我方签署" list={turn} empty="没有等我方签署的合同" />
      <Some title="即将截止" list={soon} empty="没有签署中的合同" />
    </div>
  );
}

function Some({ title, list, empty }: { title: string; list: List; empty: string }) {
  const today = shanghaiDate(new Date());
  return (
    <DetailSection title={title} flush>
      {list.pagedRecords.length === 0 ? (
        <EmptyState title={empty} />
      ) : (
        <DetailTable<ContractRow>
          caption={title}
          rows={list.pagedRecords}
          columns={[
            { key: 'no', title: '合同编号', cell: (row) => <Link href={href(`${home}/detail`, { id: row.id })}>{row.no}</Link> },
            { key: 'title', title: '合同名称', width: 240, wrap: true },
            { key: 'kind', title: '类型', cell: (row) => contractKinds[row.kind] },
            { key: 'customerName', title: '对方', width: 160, wrap: true },
            { key: 'signed', title: '签署进度', cell: (row) => `${row.signed}/${row.signers}` },
            { key: 'deadline', title: '签署截止', cell: (row) => <Deadline row={row} today={today} /> },
          ]}
        />
      )}
    </DetailSection>
  );
}
