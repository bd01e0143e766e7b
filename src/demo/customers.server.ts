import { saveAddress } from '~/domains/customer/address.server';
import { bindAccount } from '~/domains/customer/binding.server';
import { CustomerInput } from '~/domains/customer/customer.schema';
import { createCustomer } from '~/domains/customer/customerSave.server';
import { joinTags } from '~/domains/customer/customerTags';
import { saveLevel } from '~/domains/customer/level.server';
import { saveItem } from '~/domains/platform/dictionary.server';
import { regionName } from '~/domains/region/region.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import type { DemoDealer } from './dealers';
import { withCheck } from './people.server';

/** Places by name, as customers and orders keep them. */
export const placeOf = (dealer: DemoDealer) => ({
  province: regionName(dealer.place.province) ?? '',
  city: regionName(dealer.place.city) ?? '',
  district: regionName(dealer.place.district) ?? '',
  address: dealer.street,
});

/** The factory's own lorries, beside the platform's carriers. */
export const OWN_CARRIER = '厂家车队';

export async function makeLevels(tx: Tx, me: Me): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [sort, [code, name]] of [
    ['A', 'A级·核心'],
    ['B', 'B级·重点'],
    ['C', 'C级·普通'],
  ].entries()) {
    ids.set(code as string, (await saveLevel(tx, me, { id: '', code: code as string, name: name as string, sort: String(sort + 1) })).id);
  }
  await saveItem(tx, me, { category: 'carrier', code: 'OWN', name: OWN_CARRIER, color: 'brand', version: null });
  return ids;
}

const tagsOf = ({ days }: DemoDealer, serial: number): string =>
  joinTags([...(serial % 6 === 0 ? ['重点客户'] : []), ...(serial % 4 === 1 ? ['工程渠道'] : []), ...(days === 0 ? ['现款'] : days >= 60 ? ['长账期'] : [])]);

/** A customer with its address; a dealer's `login` gets an account that acts for it. */
export async function makeCustomer(
  tx: Tx,
  me: Me,
  dealer: DemoDealer & { name: string },
  extra: { levelId: string; salesMemberId: string; serial: number; login?: string },
): Promise<string> {
  const place = placeOf(dealer);
  const { id } = await createCustomer(
    tx,
    me,
    CustomerInput.parse({
      code: dealer.code,
      name: dealer.name,
      customerType: '2',
      uscc: withCheck(`91${dealer.place.district}MA${String(100_000 + extra.serial * 37).slice(-6)}X`),
      levelId: extra.levelId,
      regionLabel: dealer.place.region,
      ...place,
      contactName: dealer.contact,
      contactMobile: dealer.mobile,
      salesMemberId: extra.salesMemberId,
      paymentDays: String(dealer.days),
      tags: tagsOf(dealer, extra.serial),
      confirm: true,
    }),
  );
  await saveAddress(tx, me, { id: '', customerId: id, receiver: dealer.contact, phone: dealer.mobile, ...place, isDefault: true });
  if (extra.login) await bindAccount(tx, me, { customerId: id, mobile: extra.login, name: dealer.contact }, { now: new Date() });
  return id;
}
