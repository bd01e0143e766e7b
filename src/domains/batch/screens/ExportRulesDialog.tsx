import { useEffect, useState } from 'react';
import { sizeText } from '~/domains/file/attachment';
import { fileUsage } from '~/domains/file/calls';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { NumberInput } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { exportRulesRead, exportRulesSave } from '../exportCalls';
import { ExportRulesForm } from '../exportJob';

/** The factory's own limits, and what its files take up. */
export function ExportRulesDialog({ onClose }: { onClose: () => void }) {
  const [rules, setRules] = useState<AnswerOf<typeof exportRulesRead> | null>(null);
  const [usage, setUsage] = useState<AnswerOf<typeof fileUsage> | null>(null);
  useEffect(() => {
    const failed = (error: unknown) => {
      toast(messageOf(error), 'error');
      onClose();
    };
    call(exportRulesRead, {}).then(setRules, failed);
    call(fileUsage, {}).then(setUsage, () => undefined);
  }, [onClose]);
  if (!rules) return null;
  return (
    <FormDialog
      open
      onClose={onClose}
      title="导出规则"
      width="sm"
      schema={ExportRulesForm}
      defaults={{ approvalRows: String(rules.approvalRows), mostRows: String(rules.mostRows), keepDays: String(rules.keepDays) }}
      ok="保存"
      submit={async (values) => {
        const [approvalRows, mostRows, keepDays] = [Number(values.approvalRows), Number(values.mostRows), Number(values.keepDays)];
        await call(exportRulesSave, { approvalRows, mostRows, keepDays, version: rules.version });
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
      {usage && (
        <p className="text-sm text-ink-3">
          本企业文件存储：{usage.files}个文件，共{sizeText(usage.bytes)}
        </p>
      )}
    </FormDialog>
  );
}
