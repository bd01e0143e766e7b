export default function ContractReader({ id, revision, title }: { id: string; revision: number; title: string }) {
  return <a href={`/web/saas-contract/contract/download?id=${id}&v=${revision}`} target="_blank" rel="noreferrer">{title}</a>;
}
