import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { refusalCodes } from '~/shared/refusal';
import { isRefused } from '~/shell/call';
import { cx } from '~/ui/kit/cx';
import { toast } from '~/ui/kit/toast';
import { checkProcess, mayPublish } from '../processCheck';
import { DesignBar } from './design/DesignBar';
import { type Choices, type Design, DesignContext } from './design/DesignContext';
import { DesignStep } from './design/DesignStep';
import { Notices } from './design/Notices';
import { PublishDialog } from './design/PublishDialog';
import { BasicStep, FieldStep, RulesStep } from './design/steps';
import { TryDrawer } from './design/TryDrawer';
import { type Detail, useDesign } from './design/useDesign';

const steps = ['基本信息', '表单权限', '流程设计', '高级设置'] as const;

interface Props {
  detail: Detail;
  choices: Choices;
  /** An older version to go on from. */
  from: Detail | null;
}

/** A process designed in four steps, any of which may be gone to at any time. */
export default function ProcessEdit({ detail, choices, from }: Props) {
  const design = useDesign(detail, from?.tree ?? null);
  const { now, dirty, stored, edit, undo, redo, save } = design;
  const [at, setAt] = useState(2);
  const [open, setOpen] = useState<'try' | 'publish' | null>(null);
  const [published, setPublished] = useState<{ ver: number; enabled: boolean } | null>(null);
  const names = useMemo(() => {
    const known = [...choices.members, ...choices.roles, ...choices.departments, ...choices.groups];
    return { ...detail.names, ...from?.names, ...Object.fromEntries(known.map(({ id, name }) => [id, name])) };
  }, [choices, detail.names, from]);
  const shared = useMemo<Design>(
    () => ({ tree: now.tree, fields: detail.fields, choices, nameOf: (id) => names[id] ?? '已删除', edit }),
    [now.tree, detail.fields, choices, names, edit],
  );
  // Checked a moment after what is typed is drawn.
  const checked = useDeferredValue(now.tree);
  const problems = useMemo(() => checkProcess(checked, detail.fields), [checked, detail.fields]);
  const saveDraft = async () => {
    try {
      await save();
      toast('草稿已保存', 'ok');
    } catch (error) {
      // The conflict is shown above.
      if (!isRefused(error) || error.code !== refusalCodes.VERSION) throw error;
    }
  };
  useDesignKeys({ undo, redo, save: saveDraft });
  const pending = dirty || stored.state === 'DRAFT';
  return (
    <DesignContext value={shared}>
      <div className="flex flex-col gap-3">
        <DesignBar
          {...{ name: now.name, ver: stored.ver, state: stored.state, dirty, design }}
          mayPublish={pending && mayPublish(problems)}
          whyNot={!pending ? '没有未发布的修改' : '还有问题没有解决，见“流程设计”下方的检查'}
          onSave={saveDraft}
          onTry={() => setOpen('try')}
          onPublish={() => setOpen('publish')}
        />
        <Notices detail={detail} design={design} published={published} />
        <nav aria-label="设计步骤">
          <ol className="flex gap-1 overflow-auto rounded-lg border border-line bg-paper p-1">
            {steps.map((title, index) => (
              <li key={title} className="flex-1">
                <button
                  type="button"
                  aria-current={index === at ? 'step' : undefined}
                  onClick={() => setAt(index)}
                  className={cx(
                    'w-full rounded px-3 py-2 text-sm whitespace-nowrap',
                    index === at ? 'bg-brand-soft font-semibold text-brand' : 'text-ink-2 hover:bg-hover',
                  )}
                >
                  <span className="figures mr-1.5">{index + 1}</span>
                  {title}
                </button>
              </li>
            ))}
          </ol>
        </nav>
        {at === 0 && <BasicStep detail={detail} name={now.name} onRename={design.rename} ver={stored.ver} state={stored.state} />}
        {at === 1 && <FieldStep />}
        {at === 2 && <DesignStep problems={problems} />}
        {at === 3 && <RulesStep />}
        {open === 'try' && <TryDrawer businessKey={detail.key} onClose={() => setOpen(null)} />}
        {open === 'publish' && (
          <PublishDialog
            id={detail.id}
            ver={stored.state === 'DRAFT' ? stored.ver : stored.ver + 1}
            before={stored.state === 'DRAFT' ? stored.ver - 1 : stored.ver}
            running={detail.status === 'ENABLED'}
            publish={async (notes) => setPublished(await design.publish(notes))}
            onClose={() => setOpen(null)}
          />
        )}
      </div>
    </DesignContext>
  );
}

/** Keys of the whole page; in a field that is typed into, undoing is the browser's. */
function useDesignKeys({ undo, redo, save }: { undo: () => void; redo: () => void; save: () => Promise<void> }): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      const key = event.key.toLowerCase();
      if (key === 's') {
        event.preventDefault();
        save().catch((error: unknown) => toast(isRefused(error) ? error.message : '保存失败，请重试', 'error'));
      }
      if ((event.target as HTMLElement).closest('input, textarea, [role="dialog"]')) return;
      if (key === 'z' || key === 'y') {
        event.preventDefault();
        if (key === 'y' || event.shiftKey) redo();
        else undo();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
