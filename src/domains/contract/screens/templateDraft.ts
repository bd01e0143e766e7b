import type { InputOf } from '~/shared/endpoint';
import type { templateSave } from '../calls';
import type { ContractKind } from '../contract';
import type { BlockKind, ConditionOp, OwnField } from '../fill';
import type { TemplateDetail } from '../template.schema';

/** A block as a row of the form: its condition in three columns. */
interface BlockRow {
  kind: BlockKind;
  text: string;
  label: string;
  op: ConditionOp;
  value: string;
}
export interface TemplateDraft {
  name: string;
  kind: ContractKind;
  title: string;
  remark: string;
  blocks: BlockRow[];
  fields: OwnField[];
}
export const newBlock = (): BlockRow => ({ kind: 'PARA', text: '', label: '', op: 'HAS', value: '' });
export const newField = (): OwnField => ({ label: '', kind: 'text', required: true });
export const blankTemplate = (): TemplateDraft => ({ name: '', kind: 'OTHER', title: '', remark: '', blocks: [newBlock()], fields: [] });

export const templateDraftOf = (template: TemplateDetail): TemplateDraft => ({
  name: template.name,
  kind: template.kind,
  title: template.title,
  remark: template.remark,
  fields: template.fields.map((one) => ({ kind: 'text', required: true, ...one })),
  blocks: template.blocks.map(({ kind, text, when }) => ({ kind, text, label: when?.label ?? '', op: when?.op ?? 'HAS', value: when?.value ?? '' })),
});

export const templateWire = ({ blocks, ...draft }: TemplateDraft): Omit<InputOf<typeof templateSave>, 'id' | 'version'> => ({
  ...draft,
  blocks: blocks.map(({ kind, text, ...when }) => ({ kind, text, when })),
});
