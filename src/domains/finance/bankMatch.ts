import type { MatchBasis } from './bankLine';

export interface Known {
  id: string;
  name: string;
  contact: string;
}
export interface Match {
  customerId: string | null;
  basis: MatchBasis;
  /** 0 to 100. */
  score: number;
}
const NOBODY: Match = { customerId: null, basis: 'NONE', score: 0 };

/** A name as banks and people write it alike: half-width, without spaces, brackets and points. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\s()[\]{}<>·.,，。、“”"'‘’【】《》\-_]/g, '')
    .toLowerCase();

/** What tells companies apart: without the legal form. */
const coreName = (name: string): string =>
  plainName(name).replace(/(股份有限公司|有限责任公司|有限公司|总公司|分公司|公司|经营部|门市部|营业部|商贸行|商行|个体工商户|工作室)+$/, '');

const bigrams = (text: string): Set<string> => new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));

/** Sørensen–Dice over two-character grams, 0 to 1. */
function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let common = 0;
  for (const gram of a) if (b.has(gram)) common += 1;
  return (2 * common) / (a.size + b.size);
}

/** How much better the best must be than the next, or nobody is suggested. */
const MARGIN = 0.1;
const ALIKE = 0.72;

/**
 * Finds whose payment a bank line is: by an account that paid for a customer before, the exact name, a contact's own name, a name much alike.
 * Two customers equally fitting are none: a person decides.
 */
export function payerMatcher(customers: readonly Known[]): (payer: string, accountOwner?: string) => Match {
  const byName = grouped(customers, (one) => plainName(one.name));
  const byCore = grouped(customers, (one) => coreName(one.name));
  const byContact = grouped(customers, (one) => plainName(one.contact));
  const grams = customers.map((one) => ({ id: one.id, grams: bigrams(coreName(one.name)) }));
  return (payer, accountOwner) => {
    if (accountOwner) return { customerId: accountOwner, basis: 'ACCOUNT', score: 100 };
    const name = plainName(payer);
    if (name.length < 2) return NOBODY;
    const exact = byName.get(name);
    if (exact) return only(exact, 'NAME', 95);
    const core = coreName(payer);
    const sameCore = core.length >= 3 ? byCore.get(core) : undefined;
    if (sameCore) return only(sameCore, 'LIKELY', 85);
    const contact = byContact.get(name);
    if (contact) return only(contact, 'CONTACT', 70);
    return mostAlike(core);
  };

  function mostAlike(core: string): Match {
    const wanted = bigrams(core);
    let best = { id: '', share: 0 };
    let next = 0;
    for (const one of grams) {
      const share = alike(wanted, one.grams);
      if (share > best.share) [next, best] = [best.share, { id: one.id, share }];
      else if (share > next) next = share;
    }
    return best.share >= ALIKE && best.share - next >= MARGIN ? { customerId: best.id, basis: 'LIKELY', score: Math.round(best.share * 80) } : NOBODY;
  }
}

const only = (ids: readonly string[], basis: MatchBasis, score: number): Match => (ids.length === 1 ? { customerId: ids[0] as string, basis, score } : NOBODY);

function grouped(customers: readonly Known[], keyOf: (one: Known) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const one of customers) {
    const key = keyOf(one);
    if (key) groups.set(key, [...(groups.get(key) ?? []), one.id]);
  }
  return groups;
}
