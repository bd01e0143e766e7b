import { PlaceInput } from '~/domains/region/pickers/PlaceInput';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Switch } from '~/ui/kit/Checks';
import { Input } from '~/ui/kit/Input';
import { addressSave } from '../calls';
import { type Address, AddressForm, type CustomerDetail } from '../customer.schema';

const blank: AddressForm = { receiver: '', phone: '', province: '', city: '', district: '', address: '', isDefault: false };

interface Props {
  customer: CustomerDetail;
  /** None: a new one. */
  current: Address | null;
  onClose: () => void;
  onDone: () => void;
}

export default function AddressDialog({ customer, current, onClose, onDone }: Props) {
  return (
    <FormDialog<AddressForm>
      open
      onClose={onClose}
      title={current ? '编辑地址' : '新建地址'}
      schema={AddressForm}
      keepsHidden={addressSave.options.keepsHidden}
      defaults={current ?? blank}
      submit={async (values) => {
        await call(addressSave, { ...values, id: current?.id ?? '', customerId: customer.id });
        onDone();
      }}
    >
      <Field name="receiver" label="收货人" required>
        <Input maxLength={30} />
      </Field>
      <Field name="phone" label="电话" required {...(current ? { hint: '已部分隐藏；修改时请输入完整号码' } : {})}>
        <Input maxLength={11} />
      </Field>
      <Field name="province" label="所在地区" required>
        <PlaceInput />
      </Field>
      <Field name="address" label="详细地址" required>
        <Input maxLength={120} />
      </Field>
      <Field name="isDefault" label="默认地址">
        <Switch label="下单时优先使用" />
      </Field>
    </FormDialog>
  );
}
