import { useEffect, useState } from 'react';
import { href } from '~/portal/href';
import { call } from '~/shell/call';
import { DetailSection } from '~/ui/detail/DetailSection';
import { Alert } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { contractList } from '../calls';
import { contractStates } from '../contract';
import type { ContractRow } from '../contract.schema';
import AboutContracts from './AboutContracts';
import { ORDER_HOME } from './homes';

const progressOf = (row: ContractRow): string => (row.status === 'SIGNING' ? `（已签${row.signed}/${row.signers}，${row.deadline}截止）` : '');

/** One on its way, or one that was rescinded and none was signed in its place. */
function holdingBack(rows: readonly ContractRow[]): ContractRow | undefined {
  const open = rows.find((one) => one.status === 'REVIEWING' || one.status === 'SIGNING');
  if (open || rows.some((one) => one.status === 'DONE' && one.rescission !== 'DONE')) return open;
  return rows.find((one) => one.rescission === 'DONE');
}

/** What a project price waits for, and the agreements about it. */
export default function PriceContracts({ sheetId }: { sheetId: string }) {
  const [open, setOpen] = useState<ContractRow>();
  useEffect(() => {
    call(contractList, { bizId: sheetId, kind: 'PRICE', pageSize: 50 }).then(
      ({ pagedRecords }) => setOpen(holdingBack(pagedRecords)),
      // The list below says what went wrong.
      () => undefined,
    );
  }, [sheetId]);
  return (
    <DetailSection title="工程价协议" note="协议在用印审批或签署期间，价格暂不参与取价；签署完成、撤销或过期后恢复；解约后不再参与" flush>
      {open && (
        <Alert tone="warn" title="价格暂不生效">
          协议<Link href={href(`${ORDER_HOME}/detail`, { id: open.id })}>{open.no}</Link>
          {open.rescission === 'DONE' ? '已解约，重新签署协议后价格生效。' : `${contractStates[open.status]}${progressOf(open)}，各方签署完成后价格生效。`}
        </Alert>
      )}
      <AboutContracts query={{ bizId: sheetId }} factory from={{ kind: 'PRICE', bizType: 'projectPrice', bizId: sheetId }} />
    </DetailSection>
  );
}
