import { useState } from 'react';
import { z } from 'zod';
import { DictInput } from '~/domains/platform/pickers/DictInput';
import { shanghaiTime } from '~/shared/dates';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { DetailSection } from '~/ui/detail/DetailSection';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { FormTable } from '~/ui/form/FormTable';
import { DateInput } from '~/ui/kit/Dates';
import { Input, Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { addTrace, type deliveryDetail, savePackages } from '../calls';
import { type PackageState, packageStates } from '../delivery';
import { type Parcel, Parcels } from '../pickers/LogisticTimeline';

type Delivery = AnswerOf<typeof deliveryDetail>;

export function PackageSection({ delivery, canEdit, canTrace }: { delivery: Delivery; canEdit: boolean; canTrace: boolean }) {
  const [editing, setEditing] = useState(false);
  const [tracing, setTracing] = useState<Parcel>();
  return (
    <DetailSection title="包裹与物流" id="packages" actions={[canEdit && { label: '维护包裹', onPress: () => setEditing(true) }]}>
      <Parcels parcels={delivery.packages} onTrace={canTrace ? setTracing : undefined} />
      <PackagesDialog delivery={delivery} open={editing} onClose={() => setEditing(false)} />
      {tracing && <TraceDialog parcel={tracing} onClose={() => setTracing(undefined)} />}
    </DetailSection>
  );
}

const Packages = z.object({ packages: z.array(z.object({ carrier: z.string(), waybillNo: z.string(), pieces: z.string(), weightKg: z.string() })) });
type Packages = z.infer<typeof Packages>;

function PackagesDialog({ delivery, open, onClose }: { delivery: Delivery; open: boolean; onClose: () => void }) {
  const [key] = useState(newKey);
  const defaults = {
    packages: delivery.packages.map((one) => ({ carrier: one.carrier, waybillNo: one.waybillNo, pieces: String(one.pieces), weightKg: one.weightKg ?? '' })),
  };
  const submit = async ({ packages }: Packages) => {
    await call(
      savePackages,
      { id: delivery.id, version: delivery.version, packages: packages.map((one) => ({ ...one, pieces: one.pieces || '1', weightKg: one.weightKg || null })) },
      { key },
    );
    location.reload();
  };
  return (
    <FormDialog<Packages> open={open} onClose={onClose} title={`维护包裹 ${delivery.no}`} width="lg" schema={Packages} defaults={defaults} submit={submit}>
      <FormTable<Packages['packages'][number]>
        name="packages"
        label="包裹"
        newRow={() => ({ carrier: delivery.carrier, waybillNo: '', pieces: '1', weightKg: '' })}
        columns={[
          { key: 'carrier', title: '物流公司', width: 150, input: ({ props }) => <DictInput category="carrier" {...props} /> },
          { key: 'waybillNo', title: '物流单号', width: 180 },
          { key: 'pieces', title: '件数', kind: 'qty', width: 80 },
          { key: 'weightKg', title: '重量(kg)', kind: 'qty', width: 100 },
        ]}
        max={100}
      />
    </FormDialog>
  );
}

const Trace = z.object({
  at: z.string().min(1, '请选择时间'),
  node: z.string(),
  text: z.string().min(1, '请填写轨迹内容').max(200, '不能超过200个字'),
  status: z.string(),
});
type Trace = z.infer<typeof Trace>;

function TraceDialog({ parcel, onClose }: { parcel: Parcel; onClose: () => void }) {
  const [key] = useState(newKey);
  const submit = async (trace: Trace) => {
    const at = new Date(`${trace.at.replace(' ', 'T')}+08:00`).toISOString();
    await call(
      addTrace,
      { packageId: parcel.id, at, node: trace.node, text: trace.text, ...(trace.status ? { status: trace.status as PackageState } : {}) },
      { key },
    );
    location.reload();
  };
  const states = [
    { value: '', label: '不改变' },
    ...Object.entries(packageStates)
      .filter(([value]) => value !== 'SIGNED')
      .map(([value, label]) => ({ value, label })),
  ];
  return (
    <FormDialog<Trace>
      open
      onClose={onClose}
      title={`登记轨迹 包裹${parcel.seq} ${parcel.waybillNo}`}
      schema={Trace}
      defaults={{ at: shanghaiTime(new Date()), node: '', text: '', status: '' }}
      submit={submit}
    >
      <Field name="at" label="时间" required>
        <DateInput time />
      </Field>
      <Field name="node" label="所在地">
        <Input maxLength={40} placeholder="如：杭州转运中心" />
      </Field>
      <Field name="text" label="轨迹内容" required>
        <Textarea maxLength={200} rows={2} />
      </Field>
      <Field name="status" label="包裹状态">
        <Select options={states} />
      </Field>
    </FormDialog>
  );
}
