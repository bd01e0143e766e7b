import { beforeEach, describe, expect, it } from 'vitest';
import * as calls from '~/domains/customer/calls';
import { blankCustomer } from '~/domains/customer/customer';
import { customerForTrade } from '~/domains/customer/customer.server';
import { withMember } from '~/domains/customer/customerNames';
import { pinyinOf } from '~/domains/customer/customerSave.server';
import { coreOf, likeness } from '~/domains/customer/duplicates.server';
import * as parts from '~/domains/customer/partCalls';
import { CUSTOMER_MANAGE, ORDER_MANAGE } from '~/portal/permissions';
import { idCardCheckCharacter } from '~/shared/identifiers';
import { maskIdCard } from '~/shared/mask';
import { NOT_FOUND, refusalCodes, WARNING } from '~/shared/refusal';
import { makeDealer, makeMember, makeTenant, post, TENANT_A, TENANT_B } from '../../support/app';
import { ask, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { addCustomer, usccOf } from '../../support/customers';
import { emptyDatabase, testDatabase } from '../../support/database';
import { as } from '../../support/stock';

let shop: Shop;
const ID_CARD = `33010619900101123${idCardCheckCharacter('33010619900101123')}`;

beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(await testDatabase());
});

const get = (id: string) => ask(shop.me, calls.customerGet, { id });

describe('saving a customer', () => {
  it('numbers it when no code is typed, passing over codes people typed', async () => {
    const first = await ask(shop.me, calls.customerCreate, { ...blankCustomer, name: '甲方建材有限公司' });
    expect(first.code).toBe('KH000001');
    await addCustomer(shop.me, '乙木商行', { code: 'KH000002' });
    expect((await ask(shop.me, calls.customerCreate, { ...blankCustomer, name: '丙土装饰工程部' })).code).toBe('KH000003');
  });

  it('checks the credit code of an enterprise and the identity card of a person', async () => {
    const wrong = await refusalOf(
      ask(shop.me, calls.customerCreate, { ...blankCustomer, name: '甲', uscc: usccOf(1).slice(0, 17) + (usccOf(1).endsWith('0') ? '1' : '0') }),
    );
    expect(wrong.data.fields?.uscc).toContain('校验位');
    const card = await refusalOf(
      ask(shop.me, calls.customerCreate, {
        ...blankCustomer,
        name: '乙',
        customerType: '1',
        idCard: ID_CARD.slice(0, 17) + (ID_CARD.endsWith('0') ? '1' : '0'),
      }),
    );
    expect(card.data.fields?.idCard).toContain('校验位');
  });

  it('refuses a second customer of the same name or credit code, naming the first', async () => {
    await addCustomer(shop.me, '晴川建材有限公司', { uscc: usccOf(1) });
    const name = await refusalOf(ask(shop.me, calls.customerCreate, { ...blankCustomer, name: '晴川建材有限公司', confirm: true }));
    expect(name.code).toBe(refusalCodes.CUSTOMER_DUPLICATE);
    expect(name.message).toContain('KH000001');
    const code = await refusalOf(ask(shop.me, calls.customerCreate, { ...blankCustomer, name: '别家', uscc: usccOf(1).toLowerCase(), confirm: true }));
    expect(code.data.fields?.uscc).toContain('晴川建材有限公司');
  });

  it('warns once of the same mobile number or a near name, and saves when confirmed', async () => {
    await addCustomer(shop.me, '杭州晴川建材有限公司', { contactMobile: '13911112222' });
    const near = await refusalOf(ask(shop.me, calls.customerCreate, { ...blankCustomer, name: '杭州晴川建材经营部' }));
    expect(near.code).toBe(WARNING);
    expect(near.message).toContain('名称相近');
    const mobile = await refusalOf(ask(shop.me, calls.customerCreate, { ...blankCustomer, name: '完全不同的名字', contactMobile: '13911112222' }));
    expect(mobile.message).toContain('手机号相同');
    await addCustomer(shop.me, '杭州晴川建材经营部');
  });

  it('takes real regions only', async () => {
    const refused = await refusalOf(ask(shop.me, calls.customerCreate, { ...blankCustomer, name: '甲', province: '浙江省', city: '南京市', district: '' }));
    expect(refused.message).toContain('浙江省南京市');
    await addCustomer(shop.me, '乙', { province: '浙江省', city: '杭州市', district: '余杭区' });
  });

  it('lets the second of two editors know', async () => {
    const id = await addCustomer(shop.me, '甲方');
    const { code, version } = await get(id);
    await ask(shop.me, calls.customerUpdate, { ...blankCustomer, id, version, code, name: '甲方一' });
    const late = await refusalOf(ask(shop.me, calls.customerUpdate, { ...blankCustomer, id, version, code, name: '甲方二' }));
    expect(late.code).toBe(refusalCodes.VERSION);
    expect((await get(id)).name).toBe('甲方一');
  });

  it('deletes only what nothing refers to', async () => {
    const id = await addCustomer(shop.me, '甲方');
    await ask(shop.me, calls.customerBind, { customerId: id, mobile: '13700001111', name: '甲' });
    const { version } = await get(id);
    const refused = await refusalOf(ask(shop.me, calls.customerDelete, { id, version }));
    expect(refused.code).toBe(refusalCodes.IN_USE);
    const free = await addCustomer(shop.me, '乙方');
    await ask(shop.me, calls.customerDelete, { id: free, version: 1 });
    expect((await refusalOf(get(free))).code).toBe(NOT_FOUND);
  });

  it('switches several at once, each answering for itself', async () => {
    const [one, two] = [await addCustomer(shop.me, '一号客户'), await addCustomer(shop.me, '二号客户')];
    const { results } = await ask(shop.me, parts.customerMove, {
      items: [
        { id: one, version: 1 },
        { id: two, version: 9 },
      ],
      status: 'DISABLED',
      reason: '长期不下单',
    });
    expect(results.find((each) => each.id === one)?.ok).toBe(true);
    expect(results.find((each) => each.id === two)?.ok).toBe(false);
    expect((await get(one)).status).toBe('DISABLED');
    expect((await get(two)).status).toBe('ACTIVE');
  });
});

describe('personal numbers', () => {
  it('leave the server masked, in lists, details and the log', async () => {
    const id = await addCustomer(shop.me, '王晴', { customerType: '1', idCard: ID_CARD, contactMobile: '13911112222' });
    await ask(shop.me, calls.addressSave, {
      customerId: id,
      receiver: '王晴',
      phone: '13911112222',
      province: '浙江省',
      city: '杭州市',
      district: '余杭区',
      address: '一号',
    });
    const seen = JSON.stringify([await get(id), await ask(shop.me, calls.customerList, {})]);
    expect(seen).toContain('139****222');
    expect(maskIdCard(ID_CARD)).toMatch(/^330106\*{8}.{4}$/);
    expect(seen).toContain(maskIdCard(ID_CARD));
    expect(seen).not.toContain(ID_CARD);
    expect(seen).not.toContain('13911112222');
  });

  it('rest sealed, and an identity card number still finds its owner and is refused twice', async () => {
    const id = await addCustomer(shop.me, '王晴', { customerType: '1', idCard: ID_CARD, contactMobile: '13911112222' });
    const { rows } = await (await testDatabase()).pool.query('select row_to_json(customer)::text as stored from customer where id = $1', [id]);
    expect(rows[0].stored).not.toContain(ID_CARD);
    const named = async (keyword: string) => (await ask(shop.me, calls.customerList, { keyword })).pagedRecords.map((row) => row.name);
    expect(await named(ID_CARD)).toEqual(['王晴']);
    expect(await named(`${ID_CARD.slice(0, 6)}19900102123X`)).toEqual([]);
    const again = await refusalOf(addCustomer(shop.me, '王晴二', { customerType: '1', idCard: ID_CARD }));
    expect(again.data.fields?.idCard).toContain('王晴');
  });

  it('are shown in full on an explicit call that leaves a trace', async () => {
    const id = await addCustomer(shop.me, '王晴', { customerType: '1', idCard: ID_CARD, contactMobile: '13911112222' });
    expect(await ask(shop.me, calls.customerReveal, { id })).toEqual({ idCard: ID_CARD, contactMobile: '13911112222' });
    expect((await get(id)).log.map((one) => one.action)).toContain('查看完整证件与手机号');
  });

  it('stay as they are when the mask comes back, and a changed mask is refused', async () => {
    const id = await addCustomer(shop.me, '王晴', { customerType: '1', idCard: ID_CARD, contactMobile: '13911112222' });
    const { version, code, idCard, contactMobile } = await get(id);
    const same = { ...blankCustomer, id, code, name: '王晴', customerType: '1' as const, idCard, contactMobile };
    await ask(shop.me, calls.customerUpdate, { ...same, version, remark: '改备注' });
    expect(await ask(shop.me, calls.customerReveal, { id })).toEqual({ idCard: ID_CARD, contactMobile: '13911112222' });
    const refused = await refusalOf(ask(shop.me, calls.customerUpdate, { ...same, version: version + 1, contactMobile: '138****222' }));
    expect(refused.data.fields?.contactMobile).toContain('完整');
  });

  it('keeps what changed in the log, by the names people read', async () => {
    const id = await addCustomer(shop.me, '甲方');
    const { version, code } = await get(id);
    await ask(shop.me, calls.customerUpdate, { ...blankCustomer, id, version, code, name: '甲方', contactMobile: '13912345678', paymentDays: '45' });
    expect((await get(id)).log[0]?.changes).toEqual(['账期天数：30 → 45']);
  });
});

describe('accounts of a customer', () => {
  it('are made for a new mobile number, and one account acts for one customer only', async () => {
    const [one, two] = [await addCustomer(shop.me, '一号客户'), await addCustomer(shop.me, '二号客户')];
    expect((await ask(shop.me, calls.customerBind, { customerId: one, mobile: '13700001111', name: '张三' })).created).toBe(true);
    const refused = await refusalOf(ask(shop.me, calls.customerBind, { customerId: two, mobile: '13700001111', name: '张三' }));
    expect(refused.message).toContain('一号客户');
    const [account] = (await get(one)).accounts;
    await ask(shop.me, calls.customerUnbind, { customerId: one, bindingId: account?.id ?? '' });
    expect((await ask(shop.me, calls.customerBind, { customerId: two, mobile: '13700001111', name: '张三' })).created).toBe(false);
  });
});

describe('addresses', () => {
  const address = { receiver: '王晴', phone: '13911112222', province: '浙江省', city: '杭州市', district: '余杭区', address: '一号' };

  it('always have exactly one default', async () => {
    const customerId = await addCustomer(shop.me, '甲方');
    const first = await ask(shop.me, calls.addressSave, { ...address, customerId });
    const second = await ask(shop.me, calls.addressSave, { ...address, customerId, address: '二号', isDefault: true });
    const defaults = async () => (await ask(shop.me, calls.customerAddresses, { customerId })).addresses.filter((one) => one.isDefault).map((one) => one.id);
    expect(await defaults()).toEqual([second.id]);
    await ask(shop.me, calls.addressDelete, { id: second.id });
    expect(await defaults()).toEqual([first.id]);
  });

  it('of another customer are out of a dealer’s reach', async () => {
    const [mine, theirs] = shop.customers;
    const dealer = shop.dealer(mine);
    const foreign = await ask(shop.me, calls.addressSave, { ...address, customerId: theirs });
    await ask(dealer, calls.addressSave, { ...address, customerId: theirs, address: '三号' });
    expect((await ask(dealer, calls.customerAddresses, { customerId: theirs })).addresses.map((one) => one.address)).toEqual(['三号']);
    expect((await refusalOf(ask(dealer, calls.addressDelete, { id: foreign.id }))).code).toBe(NOT_FOUND);
    expect((await refusalOf(as(await testDatabase(), dealer, (tx) => customerForTrade(tx, dealer, theirs)))).code).toBe(NOT_FOUND);
  });
});

describe('finding customers', () => {
  const found = async (keyword: string) => (await ask(shop.me, calls.customerList, { keyword })).pagedRecords.map((row) => row.name);

  it('by words, one character, pinyin initials, full pinyin and code', async () => {
    await addCustomer(shop.me, '杭州晴川建材有限公司', { code: 'HZ-01' });
    for (const word of ['晴川', '川', 'hzqc', 'qingchuan', 'hz-0']) expect(await found(word), word).toContain('杭州晴川建材有限公司');
    expect(await found('100%_')).toEqual([]);
  });

  it('by region, member mark, level and state', async () => {
    const { id: levelId } = await ask(shop.me, calls.levelSave, { code: 'A', name: '核心' });
    const id = await addCustomer(shop.me, '甲方', { province: '浙江省', city: '杭州市', district: '余杭区', regionLabel: '南区', levelId });
    await addCustomer(shop.me, '乙方', { province: '江苏省', city: '南京市', district: '', regionLabel: '中区' });
    const names = async (query: Record<string, string>) => (await ask(shop.me, calls.customerList, query)).pagedRecords.map((row) => row.name).sort();
    expect(await names({ region: '330000' })).toEqual(['甲方']);
    expect(await names({ region: '330110' })).toEqual(['甲方']);
    expect(await names({ isMember: '1' })).toEqual(['甲方']);
    expect(await names({ regionLabel: '南区,中区' })).toEqual(['乙方', '甲方']);
    expect(await names({ levelId })).toEqual(['甲方']);
    expect((await refusalOf(names({ levelId: 'nonsense' }))).message).toBe('“客户级别”的编号格式不正确（当前值：nonsense）');
    expect((await get(id)).isMember).toBe(1);
    const refused = await refusalOf(ask(shop.me, calls.levelDelete, { id: levelId }));
    expect(refused.message).toContain('正被1个客户使用');
  });

  it('asks for members when only member regions are chosen', () => {
    expect(withMember({ regionLabel: '南区,特区' }).isMember).toBe('1');
    expect(withMember({ regionLabel: '南区,西区' }).isMember).toBeUndefined();
    expect(withMember({}).isMember).toBeUndefined();
  });
});

describe('names', () => {
  it('compare by what tells companies apart', () => {
    expect(coreOf('杭州晴川建材有限责任公司')).toBe('杭州晴川建材');
    expect(likeness('杭州晴川建材有限公司', '杭州晴川建材（集团）股份有限公司')).toBe(1);
    expect(likeness('杭州晴川建材有限公司', '宁波海山商贸有限公司')).toBeLessThan(0.3);
  });
  it('are searchable by initials and spelling', () => {
    expect(pinyinOf('晴川ABC')).toBe('qcabc qingchuanabc');
  });
});

describe('who may', () => {
  it('members with the code; others, dealers and other tenants may not', async () => {
    await makeTenant(TENANT_A, '甲厂');
    await makeTenant(TENANT_B, '乙厂');
    const keeper = await makeMember(TENANT_A, '客户专员', [CUSTOMER_MANAGE]);
    const clerk = await makeMember(TENANT_A, '订单员', [ORDER_MANAGE]);
    const stranger = await makeMember(TENANT_B, '别家', [CUSTOMER_MANAGE]);
    const dealer = await makeDealer(TENANT_A, '本厂经销商');
    const id = await addCustomer(keeper.me, '甲客户');
    const answers = async (path: string, input: unknown) =>
      Promise.all([keeper, clerk, stranger, dealer, null].map(async (who) => (await post(path, input, who)).code));
    const denied = '100000005';
    expect(await answers('/saas-boss/customer/get', { id })).toEqual(['0', denied, NOT_FOUND, denied, '100000004']);
    expect(await answers('/saas-boss/customer/reveal', { id })).toEqual(['0', denied, NOT_FOUND, denied, '100000004']);
    expect(await answers('/saas-boss/customer/search', { keyword: '甲客户' })).toEqual(['0', '0', '0', denied, '100000004']);
    expect((await post('/saas-boss/customer/search', { keyword: '甲客户' }, stranger)).data.customers).toEqual([]);
    expect((await post('/saas-boss/customer/get', { id: '01890000-0000-7000-8000-000000000000' }, keeper)).message).toBe(
      (await post('/saas-boss/customer/get', { id }, stranger)).message,
    );
  });
});
