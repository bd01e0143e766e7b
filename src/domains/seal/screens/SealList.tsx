import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { type ContractKind, contractKinds } from '~/shared/contractKinds';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailTable } from '~/ui/detail/DetailTable';
import { ActionButton } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Alert, EmptyState } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { toast } from '~/ui/kit/toast';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { formatMoney } from '~/ui/values/format';
import { StatusTag } from '~/ui/values/StatusTag';
import { type sealList, sealRevoke } from '../calls';
import { SealPicture } from '../pickers/SealPicture';
import { authStates, sealKinds } from '../seal';
import type { AuthView, SealView } from './sealViews';

const SealDialog = late(() => import('./SealDialog'));
const AuthDialog = late(() => import('./AuthDialog'));
const PictureDialog = late(() => import('./PictureDialog'));
const onOff = { ON: '启用', OFF: '停用' };

const wayOf = ({ silent, kinds, most }: AuthView): string =>
  silent
    ? `静默签署（${kinds.length ? kinds.map((one) => contractKinds[one as ContractKind]).join('、') : '全部类型'}${most === null ? '' : `，单份不超过${formatMoney(most)}元`}）`
    : '本人逐次签署';

/** 印章: what the company seals with, and who may. */
export default function SealList({ seals, people, companyName, today }: AnswerOf<typeof sealList> & { today: string }) {
  const [editing, setEditing] = useState<SealView | 'new'>();
  const [giving, setGiving] = useState<SealView>();
  const [picturing, setPicturing] = useState<SealView>();
  const takeBack = async (auth: AuthView, seal: SealView) => {
    if (
      !(await confirm({
        title: `收回${auth.person}的用印授权？`,
        body: `收回后${auth.person}立即不能再使用“${seal.name}”的${sealKinds[seal.kind]}，已签署的合同不受影响。`,
      }))
    )
      return;
    await call(sealRevoke, { id: auth.id });
    toast('用印授权已收回', 'ok');
    location.reload();
  };
  const columns = (seal: SealView): Column<AuthView>[] => [
    { key: 'person', title: '使用人' },
    { key: 'from', title: '授权开始' },
    { key: 'to', title: '授权截止' },
    { key: 'state', title: '状态', cell: (row) => <StatusTag status={row.state} names={authStates} /> },
    { key: 'silent', title: '签署方式', width: 160, wrap: true, cell: (row) => wayOf(row) },
    { key: 'reason', title: '事由', wrap: true },
    { key: 'givenBy', title: '授权人' },
    { key: 'createTime', title: '授权时间', cell: (row) => <DateTime value={row.createTime} kind="minute" /> },
    {
      key: 'act',
      title: '操作',
      cell: (row) =>
        row.state === 'ACTIVE' || row.state === 'LATER' ? (
          <ActionButton size="sm" action={{ label: '收回', onPress: () => takeBack(row, seal) }} />
        ) : row.revokedBy ? (
          `${row.revokedBy}收回`
        ) : (
          '- -'
        ),
    },
  ];
  return (
    <DetailPage
      title="印章"
      actions={[
        { label: '新建印章', tone: 'primary', onPress: () => setEditing('new') },
        seals.length > 0 && { ...exportAction('seal-auth', { query: {}, shown: [] }), label: '导出授权' },
        { label: '数字证书', href: '/portal/supplyChain/factory/smartContract/certificate' },
      ]}
    >
      <Alert>
        登记了印章的类型，只有在授权期内的人才能在合同上使用；没有登记的类型，由有签署权限的人按公司名称自动生成印章签署。静默签署的授权，轮到我方时由系统以被授权人的名义自动盖章。
      </Alert>
      {seals.length === 0 && <EmptyState title="还没有登记印章" note="登记后可以按人、按期限授权使用" />}
      {seals.map((seal) => (
        <section
          key={seal.id}
          aria-label={`${sealKinds[seal.kind]}：${seal.name}`}
          className="flex flex-col gap-3 rounded-lg border border-line bg-paper p-4 shadow-card"
        >
          <div className="flex flex-wrap items-center gap-4">
            <SealPicture art={{ shapes: seal.shapes }} picture={seal.picture} label={`${seal.name}的${sealKinds[seal.kind]}图样`} />
            <div className="min-w-40 flex-1">
              <h2 className="text-lg font-semibold">{sealKinds[seal.kind]}</h2>
              <p>{seal.name}</p>
              <p className="text-sm text-ink-3">{[seal.number && `备案编号${seal.number}`, seal.remark].filter(Boolean).join('；')}</p>
              <StatusTag status={seal.enabled ? 'ON' : 'OFF'} names={onOff} />
            </div>
            <span className="flex flex-wrap gap-2">
              <ActionButton action={{ label: '印章图片', onPress: () => setPicturing(seal) }} />
              <ActionButton action={{ label: '编辑', onPress: () => setEditing(seal) }} />
              <ActionButton action={{ label: '授权使用', disabled: !seal.enabled, reason: '印章已停用', onPress: () => setGiving(seal) }} />
            </span>
          </div>
          <DetailTable<AuthView>
            caption={`${sealKinds[seal.kind]}（${seal.name}）的用印授权`}
            rows={seal.auths}
            columns={columns(seal)}
            empty="还没有授权任何人使用"
          />
        </section>
      ))}
      {editing && <SealDialog of={editing === 'new' ? undefined : editing} companyName={companyName} onClose={() => setEditing(undefined)} />}
      {picturing && <PictureDialog seal={picturing} onClose={() => setPicturing(undefined)} />}
      {giving && <AuthDialog seal={giving} people={people} today={today} onClose={() => setGiving(undefined)} />}
    </DetailPage>
  );
}
