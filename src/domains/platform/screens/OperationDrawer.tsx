import { useEffect, useState } from 'react';
import { call, messageOf } from '~/shell/call';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Drawer } from '~/ui/kit/Dialog';
import { Alert, Skeleton } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { DateTime } from '~/ui/values/DateTime';
import type { Operation, OperationDetail } from '../log.schema';
import { operationGet } from '../logCalls';
import { subjectLink, subjectName } from '../logSubjects';

/** What one operation changed, field by field, and whether the log about this record is whole. */
export default function OperationDrawer({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const [detail, setDetail] = useState<OperationDetail | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(operationGet, { source: operation.source as 'audit', id: operation.id }).then(setDetail, (error: unknown) => setProblem(messageOf(error)));
  }, [operation]);
  const link = subjectLink(operation.subjectType, operation.subjectId);
  return (
    <Drawer open onClose={onClose} title={`${operation.action} ${operation.subjectNo}`} width="lg">
      <div className="flex flex-col gap-4">
        <Descriptions
          columns={2}
          items={[
            { label: '人员', value: operation.actor },
            { label: '时间', value: <DateTime value={operation.at} kind="time" /> },
            { label: '对象', value: subjectName(operation.subjectType) },
            { label: '编号', value: link ? <Link href={link}>{operation.subjectNo || '查看'}</Link> : operation.subjectNo },
            detail?.note ? { label: '说明', value: detail.note, span: 2 } : false,
          ]}
        />
        {problem && <Alert tone="danger">{problem}</Alert>}
        {!detail && !problem && <Skeleton lines={4} />}
        {detail && (detail.source === 'audit' || detail.changes.length > 0) && (
          <DetailTable
            caption="变更内容"
            empty="该操作没有字段变化"
            rows={detail.changes}
            rowKey={(row) => row.field}
            columns={[
              { key: 'field', title: '字段', width: 120 },
              { key: 'before', title: '变更前', wrap: true, width: 200 },
              { key: 'after', title: '变更后', wrap: true, width: 200 },
            ]}
          />
        )}
        {detail?.chain && (
          <Alert tone={detail.chain.whole ? 'ok' : 'danger'}>
            {detail.chain.whole ? `该对象的${detail.chain.checked}条日志首尾相连，未被改动` : `日志校验未通过：${detail.chain.problem}`}
          </Alert>
        )}
      </div>
    </Drawer>
  );
}
