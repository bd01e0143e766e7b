import { useEffect, useState } from 'react';
import * as account from '~/domains/account/calls';
import type { AnswerOf } from '~/shared/endpoint';
import { maskMobile } from '~/shared/mask';
import { Descriptions } from '~/ui/detail/Descriptions';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert, Skeleton } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { call, messageOf } from './call';

type Profile = AnswerOf<typeof account.myProfile>;

/** Opens to read; 编辑 turns the name into a field, and saving returns to reading. What opens the account is changed on its security page. */
export default function AccountDialog({ onClose }: { onClose: () => void }) {
  const [profile, setProfile] = useState<Profile | null>(null);
  const [editing, setEditing] = useState(false);
  const [draft, setDraft] = useState({ name: '' });
  const [failure, setFailure] = useState('');
  useEffect(() => {
    call(account.myProfile, {}).then(setProfile, (error) => setFailure(messageOf(error)));
  }, []);
  const edit = () => {
    if (profile) setDraft({ name: profile.name });
    setFailure('');
    setEditing(true);
  };
  const save = async () => {
    try {
      await call(account.renameMe, draft);
      setProfile((before) => before && { ...before, ...draft });
      setEditing(false);
      toast('保存成功', 'ok');
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  const footer = editing ? (
    <>
      <Button onPress={() => setEditing(false)}>取消</Button>
      <Button tone="primary" onPress={save}>
        保存
      </Button>
    </>
  ) : (
    <>
      <Button href="/portal/account/security">账号与安全</Button>
      <Button tone="primary" disabled={!profile} onPress={edit}>
        编辑
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title="我的资料" width="md" footer={footer}>
      {failure && <Alert tone="danger">{failure}</Alert>}
      {!profile && !failure && <Skeleton lines={5} />}
      {profile && (
        <Descriptions
          columns={1}
          items={[
            { label: '姓名', value: editing ? <Input aria-label="姓名" value={draft.name} onChange={(name) => setDraft({ name })} /> : profile.name },
            { label: '邮箱', value: profile.email },
            { label: '手机号', value: maskMobile(profile.mobile) },
            { label: '登录账号', value: profile.loginAccount },
            { label: '所属企业', value: profile.company },
          ]}
        />
      )}
    </Dialog>
  );
}
