import type { OrderSignSlot } from '~/domains/order/slots';
import { call } from '~/shell/call';
import { mountDialog } from '~/ui/kit/mountDialog';
import { myLogistic } from '../calls';
import { SignForm } from '../pickers/SignForm';

export const signOrder: OrderSignSlot['signOrder'] = async (orderId) => {
  const { deliveries } = await call(myLogistic, { orderId });
  const [delivery, ...more] = deliveries.filter((one) => one.signable);
  if (!delivery || more.length) return null;
  return new Promise((resolve) => {
    let signed = false;
    mountDialog((close) => (
      <SignForm
        delivery={delivery}
        perspective="dealer"
        open
        onSigned={() => {
          signed = true;
        }}
        onClose={() => {
          close();
          resolve(signed);
        }}
      />
    ));
  });
};
