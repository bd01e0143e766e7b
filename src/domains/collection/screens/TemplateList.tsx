import { useEffect, useState } from 'react';
import { URGE_CONFIG } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Button } from '~/ui/kit/Button';
import { Card } from '~/ui/kit/Card';
import { Alert, Spinner } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { toast } from '~/ui/kit/toast';
import { DateTime } from '~/ui/values/DateTime';
import { EnabledTag } from '~/ui/values/EnabledTag';
import { letterTemplateSwitch, letterTemplates } from '../calls';
import { letterKinds } from '../case';

export type Template = AnswerOf<typeof letterTemplates>['templates'][number];
const TemplateDialog = late(() => import('./TemplateDialog'));

/** 函件模板: wordings of dunning and lawyer's letters; every change is a version of its own. */
export default function TemplateList({ words }: { words: readonly string[] }) {
  const may = useCan(URGE_CONFIG);
  const [templates, setTemplates] = useState<readonly Template[]>();
  const [problem, setProblem] = useState('');
  const [open, setOpen] = useState<{ of: Template | null; copy: boolean } | null>(null);
  const load = () =>
    call(letterTemplates, {}).then(
      (found) => setTemplates(found.templates),
      (error: unknown) => setProblem(messageOf(error)),
    );
  useEffect(() => void load(), []);
  const turn = async (of: Template) => {
    await call(letterTemplateSwitch, { id: of.id, enabled: !of.enabled }, { key: newKey() });
    toast(`模板“${of.name}”已${of.enabled ? '停用' : '启用'}`, 'ok');
    await load();
  };
  if (problem) return <Alert tone="danger">{problem}</Alert>;
  if (!templates) return <Spinner label="正在读取模板…" />;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-sm text-ink-3">内置模板不能修改，可复制后改写；每次保存都是新版本，已发出的函件保持原文。</p>
        {may && (
          <Button tone="primary" className="ml-auto" onPress={() => setOpen({ of: null, copy: false })}>
            新建模板
          </Button>
        )}
      </div>
      {templates.map((one) => (
        <Card
          key={one.id}
          title={one.name}
          note={
            <span className="flex flex-wrap items-center gap-2">
              <EnabledTag enabled={one.enabled} />
              {letterKinds[one.kind]} · {one.builtIn ? '内置' : `第${one.version}版 · ${one.updatedBy}`}
              {one.updatedAt && <DateTime value={one.updatedAt} kind="minute" />}
            </span>
          }
          actions={
            may
              ? [
                  { label: '复制', onPress: () => setOpen({ of: one, copy: true }) },
                  !one.builtIn && { label: '编辑', onPress: () => setOpen({ of: one, copy: false }) },
                  !one.builtIn && { label: one.enabled ? '停用' : '启用', onPress: () => turn(one) },
                ]
              : []
          }
        >
          <p className="text-sm leading-relaxed whitespace-pre-line text-ink-2">{one.body}</p>
        </Card>
      ))}
      {open && <TemplateDialog {...open} words={words} onClose={() => setOpen(null)} onSaved={load} />}
    </div>
  );
}
