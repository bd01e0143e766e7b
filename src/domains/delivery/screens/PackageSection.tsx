import { useState } from 'react';
import { z } from 'zod';
import { shanghaiTime } from '~/shared/dates';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { DetailSection } from '~/ui/detail/DetailSection';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { DateInput } from '~/ui/kit/Dates';
import { Input, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { addTrace, type deliveryDetail, savePackages } from '../calls';
import { inTransit, type TransitState, transitStates } from '../packing';
import { type Parcel, Parcels } from '../pickers/Parcels';
import { draftsOf, PackageDraft, PackageTable, packagesFrom } from './PackageTable';

type Delivery = AnswerOf<typeof deliveryDetail>;

interface Props {
  delivery: Delivery;
  canEdit: boolean;
  canTrace: boolean;
  onSign: ((parcel: Parcel) => void) | undefined;
}

export function PackageSection({ delivery, canEdit, canTrace, onSign }: Props) {
  const [editing, setEditing] = useState(false);
  const [tracing, setTracing] = useState<Parcel>();
  return (
    <DetailSection title="包裹与物流" id="packages" actions={[canEdit && { label: '维护包裹', onPress: () => setEditing(true) }]}>
      <Parcels delivery={delivery} perspective="factory" onTrace={canTrace ? setTracing : undefined} onSign={onSign} />
      <PackagesDialog delivery={delivery} open={editing} onClose={() => setEditing(false)} />
      {tracing && <TraceDialog parcel={tracing} onClose={() => setTracing(undefined)} />}
    </DetailSection>
  );
}

const Packages = z.object({ packages: z.array(PackageDraft) });
type Packages = z.infer<typeof Packages>;

function PackagesDialog({ delivery, open, onClose }: { delivery: Delivery; open: boolean; onClose: () => void }) {
  const [key] = useState(newKey);
  const submit = async ({ packages }: Packages) => {
    await call(savePackages, { id: delivery.id, version: delivery.version, packages: packagesFrom(packages) }, { key });
    location.reload();
  };
  return (
    <FormDialog<Packages>
      open={open}
      onClose={onClose}
      title={`维护包裹 ${delivery.no}`}
      width="xl"
      schema={Packages}
      defaults={{ packages: draftsOf(delivery) }}
      submit={submit}
    >
      <PackageTable goods={delivery.lines} carrier={delivery.carrier} states={delivery.packages.map((one) => one.status)} />
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
      { packageId: parcel.id, at, node: trace.node, text: trace.text, ...(trace.status ? { status: trace.status as TransitState } : {}) },
      { key },
    );
    location.reload();
  };
  const states = [{ value: '', label: '不改变' }, ...optionsOf(transitStates)];
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
      {inTransit(parcel.status) && (
        <Field name="status" label="包裹状态">
          <Select options={states} />
        </Field>
      )}
    </FormDialog>
  );
}
