import type { OrderDetailSlot } from '~/domains/order/slots';
import { CONTRACT_MANAGE } from '~/portal/permissions';
import { useCan } from '~/shell/session';
import { DetailSection } from '~/ui/detail/DetailSection';
import { Skeleton } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';

const AboutContracts = late(() => import('../screens/AboutContracts'));

export const Section: OrderDetailSlot['Section'] = ({ order, factory }) => {
  const sees = useCan(CONTRACT_MANAGE);
  if (factory && !sees) return null;
  return (
    <AboutContracts
      query={{ bizId: order.id }}
      factory={factory}
      from={{ kind: 'SALES', bizType: 'order', bizId: order.id }}
      waiting={
        <DetailSection title="合同">
          <Skeleton />
        </DetailSection>
      }
    />
  );
};
