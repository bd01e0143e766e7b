import { useEffect, useState } from 'react';
import { StorageUsage } from '~/domains/file/pickers/StorageUsage';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { NumberInput } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { exportRulesRead, exportRulesSave } from '../exportCalls';
import { ExportRulesForm } from '../exportJob.schema';

type Rules = AnswerOf<typeof exportRulesRead>;
const valuesOf = ({ approvalRows, mostRows, keepDays }: Rules) => ({
  approvalRows: String(approvalRows),
  mostRows: String(mostRows),
  keepDays: String(keepDays),
});

/** The factory's own limits, and what its files take up. */
export function ExportRulesDialog({ onClose }: { onClose: () => void }) {
  const [rules, setRules] = useState<Rules | null>(null);
  useEffect(() => {
    const failed = (error: unknown) => {
      toast(messageOf(error), 'error');
      onClose();
    };
    call(exportRulesRead, {}).then(setRules, failed);
  }, [onClose]);
  if (!rules) return null;
  return (
    <FormDialog
      open
      onClose={onClose}
      title="导出规则"
      width="sm"
      schema={ExportRulesForm}
      defaults={valuesOf(rules)}
      latest={async () => {
        const now = await call(exportRulesRead, {});
        return { values: valuesOf(now), version: now.version };
      }}
      ok="保存"
      submit={async (values, _confirmed, version = rules.version) => {
        const [approvalRows, mostRows, keepDays] = [Number(values.approvalRows), Number(values.mostRows), Number(values.keepDays)];
        await call(exportRulesSave, { approvalRows, mostRows, keepDays, version });
        toast('导出规则已保存', 'ok');
      }}
    >
      <Field name="approvalRows" label="免审批条数" required hint="超过此条数的导出须由其他人审批，0表示全部需要">
        <NumberInput unit="条" />
      </Field>
      <Field name="mostRows" label="单次上限" required hint="1000到1000000条">
        <NumberInput unit="条" />
      </Field>
      <Field name="keepDays" label="文件保留" required hint="1到30天，到期自动删除">
        <NumberInput unit="天" />
      </Field>
      <StorageUsage />
    </FormDialog>
  );
}
