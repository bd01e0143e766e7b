import { useState } from 'react';
import { href } from '~/portal/href';
import { call, newKey } from '~/shell/call';
import { NotEditable } from '~/ui/detail/NotEditable';
import { FormPage } from '~/ui/form/FormPage';
import { planDetail, planSave } from '../calls';
import { hasOwnItems, isEditable, planStates } from '../plan';
import type { PlanDetail } from '../plan.schema';
import { Head, Lines, Stages } from './PlanFormParts';
import { blank, Draft, draftOf, ppmOf } from './planDraft.schema';

const A = '/portal/receiveAdmin';

const freshOf = (plan: PlanDetail) => ({ values: draftOf(plan), version: plan.version });

interface Props {
  plan?: PlanDetail;
  customer?: { id: string; name: string };
}

export default function PlanForm(props: Props) {
  const { plan } = props;
  if (!plan || isEditable(plan.status)) return <OpenForm {...props} />;
  return (
    <NotEditable
      named={`应收计划${plan.no}`}
      state={planStates[plan.status]}
      note={plan.status === 'RUNNING' ? '执行中的计划可以登记触发、调整或中止' : undefined}
      detailHref={href(`${A}/infoSearch/detail`, { id: plan.id })}
    />
  );
}

function OpenForm({ plan, customer }: Props) {
  const [idem] = useState(newKey);
  const submit = async ({ items, stages, ...draft }: Draft, key: string, _confirmed: boolean, version = plan?.version) => {
    const manual = hasOwnItems(draft.source);
    const saved = await call(
      planSave,
      {
        ...draft,
        ...(plan && version ? { id: plan.id, version } : {}),
        source: draft.source as 'MANUAL',
        warrantyDays: Number(draft.warrantyDays),
        stages: stages.map((stage) => ({ nature: stage.nature, ppm: ppmOf(stage.ratio), dueBy: stage.dueBy, dueDays: Number(stage.dueDays || '0') }) as never),
        total: manual ? draft.total : '',
        start: key === 'start',
        items: manual ? items.map(({ ratio: _, ...item }) => ({ ...item, dueDays: Number(item.dueDays || '0') }) as never) : [],
      },
      { key: `${idem}${key === 'start' ? 's' : 'd'}` },
    );
    location.assign(href(`${A}/infoSearch/detail`, { id: saved.id }));
  };
  return (
    <FormPage<Draft>
      schema={Draft}
      defaults={plan ? draftOf(plan) : { ...blank, customerId: customer?.id ?? '' }}
      submit={submit}
      draftKey={plan ? `receivablePlan/${plan.id}/${plan.version}` : `receivablePlan/new/${customer?.id ?? ''}`}
      latest={plan && (async () => freshOf(await call(planDetail, { id: plan.id })))}
      cancelHref={plan ? href(`${A}/infoSearch/detail`, { id: plan.id }) : `${A}/infoSearch`}
      buttons={[
        { key: 'save', label: '保存草稿' },
        { key: 'start', label: '保存并执行', tone: 'primary' },
      ]}
    >
      <Head shown={plan?.customerName ?? customer?.name ?? ''} plan={plan} />
      <Lines />
      <Stages />
    </FormPage>
  );
}
