import { useCallback, useEffect, useState } from 'react';
import { call, fileHref, messageOf } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Drawer } from '~/ui/kit/Dialog';
import { Alert, EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { StatusTag } from '~/ui/values/StatusTag';
import { companyGroupSave, reviewDecide, reviewDetail, reviewDocument, reviewReveal } from '../calls';
import type { QueueRow, ReviewDetail } from '../identityVerification.schema';
import { applicationStates, identityVerificationTones } from '../identityVerificationState';
import { ApplicationFacts } from './IdentityVerification';

export function ReviewDrawer({ row, onClose, onDone }: { row: QueueRow; onClose: () => void; onDone: () => void }) {
  const at = { tenantId: row.tenantId, id: row.id };
  const [detail, setDetail] = useState<ReviewDetail | null>(null);
  const [full, setFull] = useState<{ idCard: string; bankAccount: string; mobile: string } | null>(null);
  const [problem, setProblem] = useState('');
  const load = useCallback(
    () => call(reviewDetail, { tenantId: row.tenantId, id: row.id }).then(setDetail, (error: unknown) => setProblem(messageOf(error))),
    [row.tenantId, row.id],
  );
  useEffect(() => void load(), [load]);
  const decide = async (pass: boolean) => {
    const answer = await confirm(
      pass
        ? { title: '通过该认证申请？', body: '请确认材料与填写内容一致。通过后立即生效。', ok: '通过' }
        : { title: '驳回该认证申请？', tone: 'danger', ok: '驳回', reason: { label: '驳回原因', max: 200 } },
    );
    if (!answer) return;
    await call(reviewDecide, { ...at, version: row.version, pass, reason: pass ? '' : answer.reason });
    toast(pass ? '已通过' : '已驳回，申请人会收到通知', 'ok');
    onDone();
  };
  const [grouping, setGrouping] = useState(false);
  const waiting = detail?.status === 'PENDING';
  return (
    <Drawer
      open
      onClose={onClose}
      title={`实名认证申请 · ${row.tenantName}`}
      width="lg"
      footer={
        waiting && (
          <>
            <Button tone="danger" onPress={() => decide(false)}>
              驳回
            </Button>
            <Button tone="primary" onPress={() => decide(true)}>
              通过
            </Button>
          </>
        )
      }
    >
      {problem && <EmptyState kind="error" title={problem} />}
      {!detail && !problem && <Skeleton lines={8} />}
      {detail && (
        <div className="flex flex-col gap-4">
          <div>
            <StatusTag status={detail.status} names={applicationStates} tones={identityVerificationTones} />
          </div>
          {detail.reason && <Alert tone="danger">{`驳回原因：${detail.reason}`}</Alert>}
          {detail.sameCard.length > 0 && <Alert tone="warn">{`同一身份证号还用于：${detail.sameCard.join('、')}`}</Alert>}
          {detail.sameCode.length > 0 && <Alert tone="warn">{`同一信用代码还用于：${detail.sameCode.join('、')}`}</Alert>}
          <ApplicationFacts application={detail} full={full} columns={2} />
          {!full && (
            <p className="text-sm text-ink-3">
              证件号已部分隐藏。
              <Button tone="link" size="sm" onPress={async () => setFull(await call(reviewReveal, at))}>
                查看完整号码（将记录本次查看）
              </Button>
            </p>
          )}
          <p className="text-sm text-ink-3">
            {detail.parent ? `上级企业：${detail.parent.tenantName}（${detail.parent.tenantCode}）` : '不属于任何集团企业。'}
            <Button tone="link" size="sm" onClick={() => setGrouping(true)}>
              {detail.parent ? '变更上级企业' : '设置上级企业'}
            </Button>
          </p>
          <section>
            <h3 className="mb-2 font-medium">证明材料</h3>
            <ul className="grid gap-3 sm:grid-cols-2">
              {detail.documents.map((one) => (
                <li key={one.id} className="overflow-hidden rounded border border-line">
                  <a href={fileHref(reviewDocument, { ...at, fileKey: one.key })} target="_blank" rel="noreferrer" className="block">
                    {one.mime.startsWith('image/') && (
                      <img src={fileHref(reviewDocument, { ...at, fileKey: one.key })} alt={one.name} className="h-40 w-full bg-sunken object-contain" />
                    )}
                    <span className="block truncate px-3 py-2">{one.name}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
      {detail && (
        <FormDialog
          open={grouping}
          onClose={() => setGrouping(false)}
          title={`${row.tenantName}的上级企业`}
          width="sm"
          defaults={{ parentCode: detail.parent?.tenantCode ?? '' }}
          submit={async ({ parentCode }) => {
            await call(companyGroupSave, { tenantId: row.tenantId, parentCode });
            toast('已保存', 'ok');
            await load();
          }}
        >
          <Field name="parentCode" label="上级企业编号" hint="企业编号在该企业的“开户信息”页；留空表示不属于任何集团企业">
            <Input maxLength={30} />
          </Field>
        </FormDialog>
      )}
    </Drawer>
  );
}
