import { PdfPages } from './PdfPages';

/** The file of a contract: of a draft as it would be signed now. */
export default function ContractReader({ id, revision, title }: { id: string; revision: number; title: string }) {
  return <PdfPages url={`/web/saas-contract/contract/download?id=${id}${revision ? `&revision=${revision}` : ''}`} title={title} />;
}
