import { standsHidden } from '~/shared/mask';
import { Alert } from '../kit/Feedback';

export interface KeepsHidden {
  /** Keys of hidden values that saving leaves as they are: `options.keepsHidden` of the call. */
  keepsHidden?: readonly string[] | undefined;
}

/** Says before anything is typed what the server would say after: nobody writes over what they may not see. */
export function HiddenNote({ values, keepsHidden }: KeepsHidden & { values: unknown }) {
  return standsHidden(values, keepsHidden) ? (
    <Alert tone="warn">
      此表单中有对您隐藏的内容（显示为 ***），由您保存会覆盖原来的内容，因此无法保存。如需修改，请由能查看这些内容的同事操作，或联系管理员调整您的角色。
    </Alert>
  ) : null;
}
