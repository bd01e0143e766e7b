import { type TermsDraft, termsDraft, termsFrom } from '~/domains/credit/pickers/termsDraft';
import type { AttachedFile } from '~/domains/file/attachment.schema';
import type { InputOf } from '~/shared/endpoint';
import type { Terms } from '../agreed';
import { type ApplyKind, applyKinds, type Guarantor, kindRules } from '../apply';
import type { ApplyDetail } from '../apply.schema';
import type { applySave } from '../calls';
import type { Options } from './ApplyHome';

/** An application as its form holds it: figures are what was typed. */
export interface Draft extends TermsDraft {
  customerId: string;
  kind: string;
  creditTypeId: string;
  requested: string;
  unlimited: boolean;
  perOrderLimit: string;
  validFrom: string;
  validTo: string;
  reason: string;
  guarantors: Guarantor[];
  materials: Record<string, AttachedFile[]>;
}

export function blankDraft(options: Options, { kind, typeId, customerId, today }: { kind: string; typeId: string; customerId: string; today: string }): Draft {
  const type = options.types.find(({ id }) => id === typeId) ?? options.types[0];
  return {
    customerId,
    kind: kind in applyKinds ? kind : 'NEW',
    creditTypeId: type?.id ?? '',
    requested: '',
    unlimited: false,
    perOrderLimit: '',
    validFrom: '',
    validTo: `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`.replace(/-02-29$/, '-02-28'),
    reason: '',
    ...termsDraft(type?.terms as Partial<Terms>),
    guarantors: [],
    materials: {},
  };
}

export const draftOf = (apply: ApplyDetail): Draft => ({
  customerId: apply.customerId,
  kind: apply.kind,
  creditTypeId: apply.creditTypeId,
  requested: apply.requested ?? '',
  unlimited: apply.unlimited,
  perOrderLimit: apply.perOrderLimit ?? '',
  validFrom: apply.validFrom ?? '',
  validTo: apply.validTo ?? '',
  reason: apply.reason,
  ...termsDraft(apply.terms),
  guarantors: apply.guarantors.map((one) => ({ ...one, note: one.note ?? '' })),
  materials: Object.fromEntries(apply.materials.map((one) => [one.materialId, one.files as AttachedFile[]])),
});

export function wireOf(draft: Draft): Omit<InputOf<typeof applySave>, 'id' | 'version' | 'submit' | 'confirm'> {
  const rule = kindRules[draft.kind as ApplyKind];
  return {
    kind: draft.kind as ApplyKind,
    customerId: draft.customerId,
    creditTypeId: draft.creditTypeId,
    requested: rule.amount && !draft.unlimited && draft.requested !== '' ? draft.requested : null,
    unlimited: draft.unlimited,
    perOrderLimit: rule.terms && draft.perOrderLimit !== '' ? draft.perOrderLimit : null,
    validFrom: draft.validFrom,
    validTo: draft.validTo,
    reason: draft.reason,
    terms: rule.terms ? termsFrom(draft) : null,
    guarantors: rule.terms ? draft.guarantors : [],
    materials: Object.entries(draft.materials).map(([materialId, files]) => ({ materialId, files })),
  };
}
