import type { AttachedFile } from '~/domains/file/attachment.schema';
import type { InputOf } from '~/shared/endpoint';
import type { contractSave } from '../calls';
import type { ContractKind, SealKind, SealPlace, SignOrder, SignSide } from '../contract';
import type { ContractDetail, Prefill } from '../contract.schema';
import type { OwnField } from '../fill';

/** A template's field as answers carry it: what is not said is the usual. */
export type OwnFieldForm = Pick<OwnField, 'label'> & { kind?: OwnField['kind'] | undefined; required?: boolean | undefined };
export interface SignerDraft {
  side: SignSide | '';
  roleName: string;
  sealKind: SealKind | '';
  place: SealPlace | null;
}
export interface ContractDraft {
  kind: ContractKind;
  source: 'TEMPLATE' | 'UPLOAD';
  templateId: string;
  files: AttachedFile[];
  title: string;
  customerId: string;
  /** type/id of the document it is about. */
  biz: string;
  amount: string;
  validFrom: string;
  validTo: string;
  deadline: string;
  signOrder: SignOrder;
  riding: boolean;
  realName: boolean;
  own: (OwnField & { value: string })[];
  signers: SignerDraft[];
}

export const bizOf = (biz: string): { bizType: string; bizId: string } => {
  const [bizType = '', bizId = ''] = biz.split('/');
  return { bizType, bizId };
};
export const newSigner = (): SignerDraft => ({ side: '', roleName: '', sealKind: 'CONTRACT', place: null });
const bothSides = (): SignerDraft[] => [
  { side: 'OURS', roleName: '甲方', sealKind: 'CONTRACT', place: null },
  { side: 'THEIRS', roleName: '乙方', sealKind: 'CONTRACT', place: null },
];

export const blankDraft = (kind: ContractKind, prefill: Prefill, biz: string): ContractDraft => ({
  kind,
  source: 'TEMPLATE',
  templateId: prefill.templates[0]?.id ?? '',
  files: [],
  title: prefill.title,
  customerId: prefill.customerId,
  biz,
  amount: prefill.amount ?? '',
  validFrom: prefill.validFrom,
  validTo: prefill.validTo,
  deadline: prefill.deadline,
  signOrder: 'SEQ',
  riding: true,
  realName: false,
  own: prefill.fields.map((one) => ({ kind: 'text', required: true, ...one, value: '' })),
  signers: bothSides(),
});

export const draftOf = (contract: ContractDetail): ContractDraft => ({
  kind: contract.kind,
  source: contract.source,
  templateId: contract.templateId ?? '',
  files: contract.uploadKey ? [{ key: contract.uploadKey, name: `${contract.title}.pdf`, mime: 'application/pdf', size: 0 }] : [],
  title: contract.title,
  customerId: contract.customerId,
  biz: contract.bizType && contract.bizId ? `${contract.bizType}/${contract.bizId}` : '',
  amount: contract.amount ?? '',
  validFrom: contract.validFrom ?? '',
  validTo: contract.validTo ?? '',
  deadline: contract.deadline,
  signOrder: contract.signOrder,
  riding: contract.riding,
  realName: contract.needsRealName,
  own: contract.own.map((one) => ({ kind: 'text', required: true, ...one })),
  signers: contract.signerRows.map(({ side, roleName, sealKind, place }) => ({ side, roleName, sealKind, place })),
});

export const wireOf = ({ files, biz, ...draft }: ContractDraft): InputOf<typeof contractSave> => ({
  ...draft,
  ...bizOf(biz),
  templateId: draft.source === 'TEMPLATE' ? draft.templateId : '',
  uploadKey: draft.source === 'UPLOAD' ? (files[0]?.key ?? '') : '',
  own: draft.source === 'TEMPLATE' ? draft.own.map(({ label, value }) => ({ label, value })) : [],
  signers: draft.signers as InputOf<typeof contractSave>['signers'],
});
