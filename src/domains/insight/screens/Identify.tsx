import { Factory, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { moveToIdentity, moveToTenant } from '~/shell/sessionActions';
import { Button } from '~/ui/kit/Button';
import { Card } from '~/ui/kit/Card';
import { Badge } from '~/ui/kit/Tag';
import type { Identities } from '../insight.schema';

interface Props {
  identities: Identities;
  /** The side the session stands on now. */
  asDealer: boolean;
}

/** Spec section 4: the factory side opens its default app, a supplier opens the dealer's order list with isInit. */
export default function Identify({ identities, asDealer }: Props) {
  const { factories, suppliers } = identities;
  const enterFactory = async (tenantId: string) => {
    if (factories.length === 1) return moveToIdentity('1');
    return moveToTenant(tenantId, asDealer ? '1' : undefined);
  };
  const enterSupplier = async (tenantId: string) => {
    if (suppliers.length === 1) return moveToIdentity('2');
    return moveToTenant(tenantId, asDealer ? undefined : '2');
  };
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 py-6">
      <header className="text-center">
        <h1 className="text-2xl">请选择身份</h1>
        <p className="mt-1 text-ink-3">同一账号可在厂家与经销商两种身份间切换</p>
      </header>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Side
          icon={<Factory aria-hidden />}
          title="厂家"
          note="管理商品、订单、发货与应收"
          todoName="待审核订单"
          empty="当前账号没有厂家身份"
          places={factories}
          enter={enterFactory}
        />
        <Side
          icon={<Store aria-hidden />}
          title="经销商"
          note="向厂家下单、查看物流并签收"
          todoName="待收货订单"
          empty="当前账号未关联任何厂家"
          places={suppliers.map(({ customerName, ...one }) => ({ ...one, note: customerName }))}
          enter={enterSupplier}
        />
      </div>
    </div>
  );
}

interface SideProps {
  icon: ReactNode;
  title: string;
  note: string;
  todoName: string;
  empty: string;
  places: readonly { tenantId: string; name: string; todo: number; note?: string }[];
  enter: (tenantId: string) => unknown;
}

function Side({ icon, title, note, todoName, empty, places, enter }: SideProps) {
  return (
    <Card
      title={
        <span className="inline-flex items-center gap-2 [&_svg]:size-5">
          {icon}
          {title}
        </span>
      }
      note={note}
    >
      {places.length === 0 && <p className="text-ink-3">{empty}</p>}
      <ul className="flex flex-col gap-3">
        {places.map((place) => (
          <li key={place.tenantId} className="flex items-center gap-3">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{place.name}</span>
              {place.note && <span className="block truncate text-sm text-ink-3">{place.note}</span>}
            </span>
            {place.todo > 0 && (
              <span className="inline-flex items-center gap-1 text-sm text-ink-3">
                {todoName}
                <Badge count={place.todo} />
              </span>
            )}
            <Button tone="primary" onPress={() => enter(place.tenantId)}>{`进入${title}`}</Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
