import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import { Tag } from '~/ui/kit/Tag';
import { formatTime } from '~/ui/values/format';
import type { ProofBoard as Board } from '../insight.schema';

type Proof = Board['proofs'][number];
type Row = Proof['rows'][number];

/** What the night compared, and every figure that differs from its ledger. Nothing here mends anything. */
export default function ProofBoard({ board }: { board: Board }) {
  const differing = board.proofs.reduce((sum, one) => sum + one.differing, 0);
  return (
    <DetailPage
      title="账目核对"
      backHref="/portal/supplyChain/factory/workbench"
      status={differing > 0 ? <Tag tone="danger">{differing}处不符</Tag> : <Tag tone="ok">账实相符</Tag>}
      facts={[
        { label: '核对项目', value: board.proofs.length },
        { label: '核对行数', value: board.proofs.reduce((sum, one) => sum + one.compared, 0) },
        { label: '不符', value: differing },
      ]}
    >
      {board.proofs.map((proof) => (
        <DetailSection key={proof.key} title={proof.book} note={noteOf(proof)} flush={proof.rows.length > 0}>
          {proof.rows.length > 0 ? (
            <DetailTable<Row>
              caption={`${proof.book}的差异`}
              rows={proof.rows}
              rowKey={(row) => row.what}
              columns={[
                { key: 'what', title: '记录与数字', wrap: true, cell: (row) => (row.href ? <Link href={row.href}>{row.what}</Link> : row.what) },
                { key: 'balance', title: '账面', align: 'right' },
                { key: 'proof', title: '核对', align: 'right' },
              ]}
            />
          ) : (
            <p className={proof.failure ? 'text-danger' : 'text-ink-2'}>
              {proof.failure ? `未能核对：${proof.failure}` : `${proof.title}：${proof.ranAt ? '相符' : '尚未核对'}`}
            </p>
          )}
        </DetailSection>
      ))}
    </DetailPage>
  );
}

function noteOf({ title, ranAt, compared, differing, rows, tookMs }: Proof): string {
  if (!ranAt) return '每日凌晨2点核对';
  const more = differing > rows.length ? `，显示前${rows.length}处` : '';
  return `${rows.length ? `${title}。` : ''}${formatTime(ranAt)}核对${compared}行，用时${(tookMs / 1000).toFixed(1)}秒，${differing}处不符${more}`;
}
