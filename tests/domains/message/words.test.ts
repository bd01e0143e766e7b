import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventOf, events, eventsOf } from '~/domains/events';
import { businesses, businessesOf } from '~/domains/message/message';
import { channelsFor, dueAfterQuiet, nextAt } from '~/domains/message/subscription';
import { Subscription } from '~/domains/message/subscription.schema';
import { fill, preview, problemsOf, render } from '~/domains/message/template';
import type { order } from '~/domains/order/events';
import { catalogueOf, defineEvents, type NameOf, said } from '~/portal/event';

describe('what messages are filtered by', () => {
  it.each(['factory', 'dealer'] as const)('names every business the %s is told of, and none that only the other side is', (side) => {
    const told = new Set(eventsOf(side).map(({ kind }) => kind.split('.')[0] as string));
    const offered = Object.keys(businessesOf(side));
    expect([...told].filter((business) => !offered.includes(business))).toEqual([]);
    const ofOthers = events.filter((event) => !event.sides.includes(side)).map(({ kind }) => kind.split('.')[0] as string);
    expect(offered.filter((business) => ofOthers.includes(business) && !told.has(business))).toEqual([]);
    expect(Object.values(businesses)).toEqual([...new Set(Object.values(businesses))]);
  });
});

describe('the events of all domains', () => {
  const told = (key: string, place: number, name?: string) =>
    defineEvents({ key, place, ...(name ? { name } : {}) }, [said(`${key}.done`, '完成', 'system', ['dealer'])]);

  it('stand in the order of their businesses, also where a domain adds to that of another', () => {
    const added = defineEvents({ key: 'pack', place: 21 }, [said('pack.late', '超时', 'alert', ['factory'])]);
    const { events: all, businesses: named } = catalogueOf([told('ship', 30, '发运'), added, told('pack', 20, '装箱')]);
    expect(all.map(({ kind }) => kind)).toEqual(['pack.done', 'pack.late', 'ship.done']);
    expect(named).toEqual([
      { key: 'pack', name: '装箱', sides: ['dealer', 'factory'] },
      { key: 'ship', name: '发运', sides: ['dealer'] },
    ]);
  });

  it.each([
    ['a kind', [told('pack', 20, '装箱'), told('pack', 21)], 'pack.done is said twice'],
    ['a business', [told('pack', 20, '装箱'), defineEvents({ key: 'pack', name: '打包', place: 1 }, [])], 'pack is said twice'],
    ['a name', [told('pack', 20, '装箱'), told('ship', 30, '装箱')], '装箱 is said twice'],
  ])('are refused where %s is said twice', (_, found, why) => expect(() => catalogueOf(found)).toThrow(why));

  it('are refused where no domain names their business', () => {
    expect(() => catalogueOf([told('pack', 20)])).toThrow('no domain names the business pack');
  });

  it('each tell of the business they are defined in', () => {
    // @ts-expect-error: of another business
    defineEvents({ key: 'pack', name: '装箱', place: 20 }, [said('ship.done', '完成', 'system', ['dealer'])]);
    const known: NameOf<typeof order> = 'approved';
    // @ts-expect-error: none of the order's
    const unknown: NameOf<typeof order> = 'aproved';
    expect([eventOf(`order.${known}`)?.kind, eventOf(`order.${unknown}`)]).toEqual(['order.approved', undefined]);
  });
});

describe('templates', () => {
  const values = { 订单号: 'DD1', 说明: '' };
  it.each([
    ['订单{订单号}已取消[：{说明}]', '订单DD1已取消'],
    ['[客户{客户}的]订单{订单号}', '订单DD1'],
    ['[无参数的括号]照旧', '[无参数的括号]照旧'],
    ['{订单号}{订单号}', 'DD1DD1'],
  ])('fills %s', (template, text) => expect(fill(template, values)).toBe(text));

  it('never runs what a parameter brings', () => {
    expect(fill('{甲}{乙}', { 甲: '{乙}', 乙: '1' })).toBe('{乙}1');
    expect(fill('{constructor}', {})).toBe('{constructor}');
    expect(fill('{甲}', { 甲: '$&$1' })).toBe('$&$1');
  });

  it('of the product name only their own parameters, and fill whole in the preview', () => {
    for (const event of events) {
      expect(problemsOf(event, event), event.kind).toEqual({});
      const { title, body } = preview(event, event);
      expect(`${title}${body}`, event.kind).not.toMatch(/[{}[\]]/);
      const empty = render(event, event, {});
      expect(`${empty.title}${empty.body}`, event.kind).not.toMatch(/[{}]/);
    }
    expect(new Set(events.map((event) => event.kind)).size).toBe(events.length);
  });

  it('of a tenant are refused with the unknown parameter named', () => {
    const event = eventOf('order.submitted');
    if (!event) throw new Error('no event');
    expect(problemsOf({ title: '{订单}', body: 'ok' }, event).title).toBe('没有参数{订单}，可用的有{客户}{订单号}{金额}');
    expect(problemsOf({ title: 'a', body: '{订单号' }, event).body).toContain('没有成对');
  });

  it('exist for every event the product tells with parameters', () => {
    const sources = execFileSync('grep', ['-rhoE', "kind: '[a-zA-Z]+\\.[a-zA-Z]+'", 'src/domains', '--include=*.server.ts'], { encoding: 'utf8' });
    const kinds = [...new Set(sources.split('\n').flatMap((line) => /'(.+)'/.exec(line)?.[1] ?? []))];
    expect(kinds.length).toBeGreaterThan(3);
    for (const kind of kinds) expect(eventOf(kind)?.kind, kind).toBe(kind);
  });
});

const at = (clock: string) => new Date(`2026-11-21T${clock}:00+08:00`);
const shown = (instant: Date) => new Date(instant.getTime() + 8 * 3600_000).toISOString().slice(0, 16);

describe('quiet hours', () => {
  const night = { quietFrom: '22:00', quietTo: '08:00', urgentThrough: true };
  it.each([
    ['21:59', false, '2026-11-21T21:59'],
    ['22:00', false, '2026-11-22T08:00'],
    ['03:30', false, '2026-11-21T08:00'],
    ['08:00', false, '2026-11-21T08:00'],
    ['23:00', true, '2026-11-21T23:00'],
  ] as const)('at %s (important: %s) a letter goes at %s', (clock, important, due) => expect(shown(dueAfterQuiet(night, important, at(clock)))).toBe(due));

  it('hold important ones too for those who want that, and nobody who set none', () => {
    expect(shown(dueAfterQuiet({ ...night, urgentThrough: false }, true, at('23:00')))).toBe('2026-11-22T08:00');
    expect(dueAfterQuiet(Subscription.parse({}), false, at('23:00'))).toEqual(at('23:00'));
    expect(shown(dueAfterQuiet({ quietFrom: '12:00', quietTo: '14:00', urgentThrough: true }, false, at('13:00')))).toBe('2026-11-21T14:00');
  });

  it('never let a letter go inside them, and never hold one longer than a day', () => {
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`);
    fc.assert(
      fc.property(clock, clock, fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }), (quietFrom, quietTo, now) => {
        fc.pre(quietFrom !== quietTo);
        const habit = { quietFrom, quietTo, urgentThrough: false };
        const due = dueAfterQuiet(habit, false, now);
        expect(due.getTime()).toBeGreaterThanOrEqual(now.getTime());
        expect(due.getTime() - now.getTime()).toBeLessThanOrEqual(86_400_000);
        expect(dueAfterQuiet(habit, false, due)).toEqual(due);
      }),
    );
  });

  it('know the next time a clock shows an hour', () => {
    expect(shown(nextAt('09:00', at('08:59')))).toBe('2026-11-21T09:00');
    expect(shown(nextAt('09:00', at('09:01')))).toBe('2026-11-22T09:00');
  });

  it('are refused half set or empty', () => {
    expect(Subscription.safeParse({ quietFrom: '22:00' }).success).toBe(false);
    expect(Subscription.safeParse({ quietFrom: '22:00', quietTo: '22:00' }).success).toBe(false);
    expect(Subscription.safeParse({ quietFrom: '24:00', quietTo: '08:00' }).success).toBe(false);
    expect(channelsFor({}, { kind: 'order.submitted' })).toEqual(['INAPP']);
  });
});
