import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { Alert } from '~/ui/kit/Feedback';
import { Money } from '~/ui/values/Money';
import type { creditOrderDetail } from '../calls';
import { CreditStanding } from '../pickers/CreditStanding';

/** What was made, and where to go from here. */
export default function UseSuccess({ first, count }: { first: AnswerOf<typeof creditOrderDetail>; count: number }) {
  return (
    <DetailPage
      title="用信提交成功"
      no={first.no}
      status={<CreditStanding of={first} />}
      actions={[
        { label: '查看用信单', tone: 'primary', href: href('/portal/creditSystem/useCredit/list/{id}', { id: first.id }) },
        { label: '继续新建', href: href('/portal/creditSystem/createUseCredit', { customerId: first.customerId }) },
      ]}
      backHref="/portal/creditSystem/useCredit/list"
    >
      {count > 1 && <Alert tone="info">{`共提交${count}张用信单，这里是第一张；其余在用信订单列表里。`}</Alert>}
      <Alert tone="ok">{first.held === '0.00' ? '额度已转为用信，还款计划从发货日起算。' : '额度已占用，发货时在用信单里登记发货，或随时释放占用。'}</Alert>
      <DetailSection title="用信单">
        <Descriptions
          items={[
            { label: '客户', value: first.customerName },
            { label: '授信账户', value: first.accountNo },
            { label: '外部单号', value: first.orderNo },
            { label: '用信金额', value: <Money value={first.amount} sign /> },
            { label: '条款', value: first.terms, span: 3 },
          ]}
        />
      </DetailSection>
    </DetailPage>
  );
}
