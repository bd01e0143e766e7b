import { useState } from 'react';
import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { CONTRACT_AUDIT, CONTRACT_CREATE, CONTRACT_MANAGE, CONTRACT_SIGN } from '~/portal/permissions';
import { shanghaiDate } from '~/shared/dates';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { Alert } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import type { Actions } from '~/ui/kit/types';
import { DateTime } from '~/ui/values/DateTime';
import { Money } from '~/ui/values/Money';
import { contractKinds, signOrders, sources, takenBack } from '../contract';
import type { ContractDetail as Detail } from '../contract.schema';
import * as actions from './contractActions';
import { Deadline, State } from './contractColumns';
import { Chain, Revisions, Signers } from './contractParts';
import { bizPages, DEALER_HOME, type Home, myBizPages } from './homes';

const Reader = late(() => import('./ContractReader'));
const SignDialog = late(() => import('./SignDialog'));
const ExtendDialog = late(() => import('./ExtendDialog'));
const PlaceDialog = late(() => import('./PlaceDialog'));
const VerdictDialog = late(() => import('./VerdictDialog'));
const Sealing = late(() => import('./Sealing'));

interface Props {
  contract: Detail;
  home: Home;
}
type Open = '' | 'sign' | 'extend' | 'place' | 'verdict';

/** A contract: its file, who signed it with what, every revision and what happened. The customer signs on the same page. */
export default function ContractDetail({ contract, home }: Props) {
  const [open, setOpen] = useState<Open>('');
  const mine = home === DEALER_HOME;
  const page = (mine ? myBizPages : bizPages)[contract.bizType ?? ''];
  const close = () => setOpen('');
  const turn = contract.signerRows.find((one) => one.status === 'TURN' && one.side === (mine ? 'THEIRS' : 'OURS'));
  const list = useActions(contract, home, setOpen);
  return (
    <DetailPage
      title={contract.title}
      no={contract.no}
      status={<State row={contract} />}
      backHref={`${home}/list`}
      facts={[
        { label: '合同金额(元)', value: <Money value={contract.amount ?? undefined} /> },
        { label: '签署进度', value: contract.startedAt ? `${contract.signed}/${contract.signers}` : '未发起' },
        { label: '签署截止', value: <Deadline row={contract} today={shanghaiDate(new Date())} /> },
      ]}
      actions={list}
    >
      <Notices contract={contract} mine={mine} waits={turn !== undefined} home={home} />
      <DetailSection title="合同正文" flush>
        {/* As high before the file is there as afterwards, and scrolled by the keyboard, too. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
        <section tabIndex={0} aria-label="合同文件" className="h-[62vh] overflow-y-auto bg-sunken md:h-[80vh]">
          <Reader id={contract.id} revision={contract.revisionNo} title={contract.title} />
        </section>
      </DetailSection>
      <DetailSection title="签署方" note={signOrders[contract.signOrder]} flush>
        <Signers rows={contract.signerRows} />
      </DetailSection>
      <DetailSection title="基本信息">
        <Descriptions
          items={[
            { label: '合同类型', value: contractKinds[contract.kind] },
            !mine && { label: '客户', value: <CustomerLink of={contract} /> },
            contract.bizId !== null && {
              label: '关联单据',
              value: page ? <Link href={href(page, { id: contract.bizId })}>{contract.bizNo}</Link> : contract.bizNo,
            },
            !mine && { label: '正文来源', value: contract.templateName ? `${contract.templateName} 第${contract.templateNo}版` : sources[contract.source] },
            { label: '有效期', value: contract.validFrom || contract.validTo ? `${contract.validFrom ?? '签署完成'} ~ ${contract.validTo ?? '长期'}` : '- -' },
            { label: '发起时间', value: <DateTime value={contract.startedAt ?? undefined} /> },
            { label: '结束时间', value: <DateTime value={contract.endedAt ?? undefined} /> },
            { label: '实名要求', value: contract.needsRealName ? '签署人须实名认证' : '无' },
            !mine && { label: '创建人', value: contract.creator },
            contract.rescinds !== null && {
              label: '解除的合同',
              value: <Link href={href(`${home}/detail`, { id: contract.rescinds.id })}>{contract.rescinds.no}</Link>,
            },
            contract.rescindedBy !== null && {
              label: '解约协议',
              value: <Link href={href(`${home}/detail`, { id: contract.rescindedBy.id })}>{contract.rescindedBy.no}</Link>,
            },
            ...contract.own.filter((one) => one.value !== '').map((one) => ({ label: one.label, value: one.value })),
          ]}
        />
      </DetailSection>
      <Revisions contract={contract} />
      <Chain contract={contract} />
      {open === 'sign' && turn && <SignDialog contract={contract} signer={turn} onClose={close} />}
      {open === 'extend' && <ExtendDialog contract={contract} onClose={close} onDone={() => location.reload()} />}
      {open === 'verdict' && <VerdictDialog contract={contract} onClose={close} />}
      {open === 'place' && <PlaceDialog contract={contract} onClose={close} />}
    </DetailPage>
  );
}

function Notices({ contract, mine, waits, home }: { contract: Detail; mine: boolean; waits: boolean; home: Home }) {
  if (contract.status === 'DRAFT' && contract.stateReason)
    return (
      <Alert tone="warn" title="上次用印审批未通过">
        {contract.stateReason}
      </Alert>
    );
  if (['REVOKED', 'REFUSED', 'EXPIRED'].includes(contract.status))
    return (
      <Alert tone="warn" title={contract.status === 'REFUSED' ? '合同已拒签' : contract.status === 'EXPIRED' ? '合同已过签署期' : '合同已撤销'}>
        {contract.stateReason}
      </Alert>
    );
  if (contract.rescindedBy) {
    const over = contract.rescission === 'DONE';
    const follows = takenBack[contract.bizId === null ? 'OTHER' : contract.kind] ?? takenBack.OTHER;
    return (
      <Alert tone="warn" title={over ? '已解约' : '正在解约'}>
        解约协议<Link href={href(`${home}/detail`, { id: contract.rescindedBy.id })}>{contract.rescindedBy.no}</Link>
        {over ? `已签署完成，${follows}。` : `签署完成后本合同解约，${follows}。`}
      </Alert>
    );
  }
  const sealing = contract.signerRows.find((one) => one.status === 'SEALING');
  if (sealing) return <Sealing contract={contract} signer={sealing} />;
  const failed = contract.signerRows.find((one) => one.status === 'TURN' && one.sealingError);
  if (failed)
    return (
      <Alert tone="warn" title={`${failed.roleName}没有签成`}>
        {failed.sealingError}
      </Alert>
    );
  if (!waits) return null;
  return (
    <Alert tone="info" title={mine ? '请阅读全文后签署' : '待我方签署'}>
      签署后合同内容不能更改；签署使用数字证书，文件可随时验证。
    </Alert>
  );
}

function useActions(contract: Detail, home: Home, open: (what: Open) => void): Actions {
  const mine = home === DEALER_HOME;
  const can = {
    make: useCan(CONTRACT_CREATE) && !mine,
    audit: useCan(CONTRACT_AUDIT) && !mine,
    manage: useCan(CONTRACT_MANAGE) && !mine,
    sign: mine || useCan(CONTRACT_SIGN),
  };
  const is = (...states: Detail['status'][]) => states.includes(contract.status);
  const go = async (done: Promise<boolean>, to?: string) => {
    if (await done) to ? location.assign(to) : location.reload();
  };
  const own = contract.mine ? { disabled: true, reason: '由您提交，须由其他人审批' } : {};
  return [
    contract.mayTurn && can.sign && { label: '签署', tone: 'primary', onPress: () => open('sign') },
    contract.mayTurn && can.sign && { label: '拒签', tone: 'danger', onPress: () => go(actions.refuseToSign(contract)) },
    is('REVIEWING') && can.audit && { label: '通过用印', tone: 'primary', ...own, onPress: () => go(actions.decide(contract, true)) },
    is('REVIEWING') && can.audit && { label: '驳回', onPress: () => go(actions.decide(contract, false)) },
    is('REVIEWING') && can.make && { label: '撤回', onPress: () => go(actions.withdraw(contract)) },
    is('DRAFT') && can.make && { label: '提交用印审批', tone: 'primary', onPress: () => go(actions.start(contract)) },
    is('DRAFT') && can.make && { label: '盖章位置', onPress: () => open('place') },
    is('DRAFT') && can.make && { label: '编辑', href: href(`${home as '/portal/factoryService/smartContract'}/create`, { id: contract.id }) },
    is('DRAFT') && can.make && { label: '删除', tone: 'danger', onPress: () => go(actions.remove(contract), `${home}/list`) },
    is('SIGNING') && can.manage && { label: '催签', onPress: () => actions.urge(contract) },
    is('SIGNING', 'EXPIRED') && can.make && { label: '延期', onPress: () => open('extend') },
    is('SIGNING') && can.make && { label: '撤销', tone: 'danger', onPress: () => go(actions.revoke(contract)) },
    is('DONE') &&
      contract.rescission === 'NONE' &&
      takenBack[contract.kind] !== null &&
      can.make && { label: '解约', onPress: () => actions.rescind(contract, home) },
    !mine && approvalWay('contract', contract.id, is('DRAFT')),
    contract.signed > 0 && { label: '验签', onPress: () => open('verdict') },
    !is('DRAFT', 'REVIEWING') && { label: '出证', href: `/web/saas-contract/contract/evidence?id=${contract.id}`, external: true },
    !is('DRAFT') && { label: '下载', href: `/web/saas-contract/contract/download?id=${contract.id}&download=true`, external: true },
  ];
}
