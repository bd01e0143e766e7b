import { useEffect, useState } from 'react';
import { fileHref } from '~/domains/file/pickers/fileHref';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { oncePerPage } from '~/ui/kit/page';
import { companyCard } from '../calls';

export type Company = AnswerOf<typeof companyCard>;
const askedCompany = oncePerPage(() => call(companyCard, {}));

/** What the factory says of itself on paper; undefined until it is known, and where it cannot be had. */
export function useCompany(): Company | undefined {
  const [company, setCompany] = useState<Company>();
  useEffect(() => {
    askedCompany().then(setCompany, () => undefined);
  }, []);
  return company;
}

export function PrintHead({ company, name }: { company: Company | undefined; name: string }) {
  const facts = [company?.address, company?.phone && `电话：${company.phone}`].filter(Boolean).join('　');
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
      {company?.logo && <img src={fileHref(company.logo, 96)} alt="" style={{ height: 28 }} />}
      <span>
        <span style={{ display: 'block' }}>{name}</span>
        {facts && <span style={{ display: 'block', fontSize: '0.8em' }}>{facts}</span>}
      </span>
    </span>
  );
}

export function PrintFoot({ company }: { company: Company | undefined }) {
  const bank = [company?.bankName, company?.bankAccount].filter(Boolean).join(' ');
  if (!bank && !company?.printFoot) return null;
  return (
    <div style={{ marginTop: 6 }}>
      {bank && <div>收款账户：{bank}</div>}
      {company?.printFoot && <div>{company.printFoot}</div>}
    </div>
  );
}
