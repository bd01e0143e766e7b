import { useState } from 'react';
import { call } from '~/shell/call';
import { Alert } from '~/ui/kit/Feedback';
import { toast } from '~/ui/kit/toast';
import { processEnable } from '../../processCalls';
import { treeDiff } from '../../processDiff';
import { agreed } from '../agreed';
import { DiffList } from '../DiffList';
import { HistoryDrawer } from '../HistoryDrawer';
import { useDesigning } from './DesignContext';
import type { Detail, useDesign } from './useDesign';

interface Props {
  detail: Detail;
  design: ReturnType<typeof useDesign>;
  published: { ver: number; enabled: boolean } | null;
}

/** What the person must know before going on: typing found again, another editor, a publication. */
export function Notices({ detail, design, published }: Props) {
  const { fields, nameOf } = useDesigning();
  const [history, setHistory] = useState(false);
  const [enabled, setEnabled] = useState(published?.enabled ?? false);
  const { conflict, draft, stored, settle } = design;
  const restore = () => {
    if (draft.found) design.reset(draft.found.typed);
    draft.drop();
  };
  return (
    <>
      {draft.found && (
        <Alert
          tone={draft.found.changed ? 'warn' : 'info'}
          actions={[
            { label: '恢复', tone: 'primary', onPress: restore },
            { label: '放弃', onPress: draft.drop },
          ]}
        >
          上次离开时有未保存的修改{draft.found.changed && '，但流程之后已有变化，恢复前请核对'}
        </Alert>
      )}
      {conflict && (
        <Alert
          tone="warn"
          title="流程已被他人修改，您的设计仍在"
          actions={[
            { label: '以我的设计为准，继续', tone: 'primary', onPress: () => settle(true) },
            { label: '改用最新内容', onPress: () => settle(false) },
          ]}
        >
          {conflict.updatedBy}在此期间保存了下列改动。继续后保存会以您的设计覆盖它们，请核对。
          <div className="mt-2 max-h-60 overflow-auto">
            <DiffList changes={treeDiff(stored.typed.tree, conflict.tree, { fields, nameOf: (id) => conflict.names[id] ?? nameOf(id) })} />
          </div>
        </Alert>
      )}
      {published && (
        <Alert
          tone="ok"
          title={`v${published.ver} 已发布`}
          actions={[
            { label: '查看版本与差异', onPress: () => setHistory(true) },
            !(published.enabled || enabled) && {
              label: '启用流程',
              tone: 'primary',
              onPress: async () => {
                if (!(await agreed((confirm) => call(processEnable, { id: detail.id, confirm }), '启用流程？'))) return;
                setEnabled(true);
                toast('流程已启用', 'ok');
              },
            },
          ]}
        >
          {published.enabled || enabled ? '新提交的单据按新版本审批，已在审批中的单据按原版本走完。' : '流程尚未启用，启用后新提交的单据才按它审批。'}
        </Alert>
      )}
      {history && <HistoryDrawer id={detail.id} name={design.now.name} onClose={() => setHistory(false)} />}
    </>
  );
}
