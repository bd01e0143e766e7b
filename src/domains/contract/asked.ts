import { type ContractKind, contractKinds } from './contract';

/** What the address of the form says: a contract to go on with, or a kind and a document to begin from. */
export function contractAsked(query: Record<string, string>) {
  const kind: ContractKind = (query['kind'] ?? '') in contractKinds ? (query['kind'] as ContractKind) : 'SALES';
  const { id = '', bizType = '', bizId = '', customerId = '', templateId = '' } = query;
  return { id, biz: bizType && bizId ? `${bizType}/${bizId}` : '', about: { kind, bizType, bizId, customerId, templateId } };
}
