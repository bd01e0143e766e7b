import { useWatch } from 'react-hook-form';
import { TermsGrid } from '~/domains/credit/pickers/TermsGrid';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import { optionsOf } from '~/ui/kit/options';
import { type ApplyKind, type Guarantor, guarantorKinds, kindRules } from '../apply';
import type { Draft } from './applyDraft';

const newGuarantor = (): Guarantor => ({ name: '', kind: 'COMPANY', note: '' });

/** What is agreed about paying back, and who stands in for it. */
export function TermsFields() {
  const kind = useWatch<Draft, 'kind'>({ name: 'kind' });
  if (!kindRules[kind as ApplyKind]?.terms) return null;
  return (
    <>
      <FormSection title="还款约定" columns={3} note="带出授信类型的约定，可按客户调整；用信后不再变动">
        <TermsGrid />
      </FormSection>
      <FormSection title="担保人" flush>
        <FormTable<Guarantor>
          name="guarantors"
          label="担保人"
          newRow={newGuarantor}
          min={0}
          max={10}
          columns={[
            { key: 'name', title: '名称', required: true, width: 200 },
            { key: 'kind', title: '类型', width: 120, options: optionsOf(guarantorKinds) },
            { key: 'note', title: '说明', width: 240 },
          ]}
        />
      </FormSection>
    </>
  );
}
