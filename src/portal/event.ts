/*
 * What people are told of, said once by the domain that tells it: `events.ts` of a domain exports one `defineEvents` a business, and messages,
 * templates, robots and webhooks read it from there (`domains/events.ts` finds them all). Pure and without zod: screens hold it too.
 */

export type Side = 'factory' | 'dealer';

/** Its wording, parameters and weight. A tenant may put its own wording over it. */
export interface EventKind<Kind extends string = string> {
  /** As messages, subscriptions and programs keep it: never changed once used. */
  kind: Kind;
  name: string;
  type: 'todo' | 'alert' | 'system';
  sides: readonly Side[];
  /** Kept unread by 全部已读, and told in quiet hours to those who want that. */
  important?: boolean;
  /** Said to one colleague by name: groups do not hear of it. */
  personal?: boolean;
  /** Key in the notice to the parameter's Chinese name (what a template calls it) and an example for the preview. */
  params: Readonly<Record<string, readonly [name: string, example: string]>>;
  title: string;
  body: string;
}

/** What messages are filtered by. */
interface Business<Key extends string = string> {
  /** The first part of its kinds: `order` of `order.submitted`. */
  key: Key;
  /** What people call it; none where another domain has named it and this one adds to it. */
  name?: string;
  /** Where it stands among the others in every list. */
  place: number;
  /** Of a business that nothing tells of: who has messages of it. */
  sides?: readonly Side[];
}
export interface Events<Kind extends string = string> extends Business {
  kinds: readonly EventKind<Kind>[];
}

export const defineEvents = <const Key extends string, const Kind extends `${Key}.${string}`>(
  business: Business<Key>,
  kinds: readonly EventKind<Kind>[],
): Events<Kind> => ({ ...business, kinds });

/** What stands behind the dot in the kinds of these: who tells one names no other. */
export type NameOf<Defined extends Events> = Behind<Defined['kinds'][number]['kind']>;
type Behind<Kind> = Kind extends `${string}.${infer Name}` ? Name : never;

/** What all domains define, in its order. What is said twice, or belongs to no business, stops the start. */
export function catalogueOf(found: readonly Events[]): { events: EventKind[]; businesses: { key: string; name: string; sides: Side[] }[] } {
  const all = [...found].sort((a, b) => a.place - b.place);
  const events = all.flatMap(({ kinds }) => kinds);
  refuseTwice(events.map(({ kind }) => kind));
  const named = all.flatMap(({ key, name }) => (name === undefined ? [] : [{ key, name }]));
  refuseTwice(named.map(({ key }) => key));
  refuseTwice(named.map(({ name }) => name));
  const unnamed = all.find(({ key }) => !named.some((one) => one.key === key));
  if (unnamed) throw new Error(`no domain names the business ${unnamed.key}`);
  const sidesOf = (key: string) => all.filter((one) => one.key === key).flatMap(({ kinds, sides = [] }) => [...sides, ...kinds.flatMap((one) => one.sides)]);
  return { events, businesses: named.map((one) => ({ ...one, sides: [...new Set(sidesOf(one.key))] })) };
}

function refuseTwice(words: readonly string[]): void {
  const twice = words.find((word, at) => words.indexOf(word) !== at);
  if (twice !== undefined) throw new Error(`${twice} is said twice among the events`);
}

export const orderNo = { orderNo: ['订单号', 'DD20261121000001'] } as const;
export const note = { note: ['说明', '请尽快处理'] } as const;
export const customer = { customer: ['客户', '岩禾建材有限公司'] } as const;
export const person = { person: ['同事', '郭大川'] } as const;

/** An event whose words come with the notice; a template may still frame them. */
export const said = <const Kind extends string>(
  kind: Kind,
  name: string,
  type: EventKind['type'],
  sides: readonly Side[],
  important = false,
): EventKind<Kind> => ({
  kind,
  name,
  type,
  sides,
  important,
  params: { title: ['标题', name], body: ['内容', '请登录后查看详情'] },
  title: '{标题}',
  body: '{内容}',
});

/** A numbered document of the warehouse waits for its audit. */
export const stockDocSubmitted = <const Key extends string>(business: Key, noun: string, example: string): EventKind<`${Key}.submitted`> => ({
  kind: `${business}.submitted`,
  name: `${noun}待审核`,
  type: 'todo',
  sides: ['factory'],
  params: { docNo: [`${noun}号`, example], person: ['提交人', '郭大川'] },
  title: `${noun}{${noun}号}待审核`,
  body: `{提交人}提交了${noun}{${noun}号}，请审核`,
});
