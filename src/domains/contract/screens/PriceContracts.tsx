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

/** What a project price waits for, and the agreements about it. */
export default function PriceContracts({ sheetId }: { sheetId: string }) {
  const [open, setOpen] = useState<ContractRow>();
  useEffect(() => {
    call(contractList, { bizId: sheetId, kind: 'PRICE', pageSize: 5 }).then(
      ({ pagedRecords }) => setOpen(pagedRecords.find((one) => one.status === 'REVIEWING' || one.status === 'SIGNING')),
      // The list below says what went wrong.
      () => undefined,
    );
  }, [sheetId]);
  return (
    <DetailSection title="工程价协议" note="协议在用印审批或签署期间，价格暂不参与取价；签署完成、撤销或过期后恢复" flush>
      {open && (
        <Alert tone="warn" title="价格暂不生效">
          协议<Link href={href(`${ORDER_HOME}/detail`, { id: open.id })}>{open.no}</Link>
          {contractStates[open.status]}
          {open.status === 'SIGNING' && `（已签${open.signed}/${open.signers}，${open.deadline}截止）`}，各方签署完成后价格生效。
        </Alert>
      )}
      <AboutContracts query={{ bizId: sheetId }} factory from={{ kind: 'PRICE', bizType: 'projectPrice', bizId: sheetId }} />
    </DetailSection>
  );
}
