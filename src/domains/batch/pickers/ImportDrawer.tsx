import { useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { Drawer } from '~/ui/kit/Dialog';
import { Alert, Spinner } from '~/ui/kit/Feedback';
import { importForm } from '../calls';
import { BatchImport } from './BatchImport';

interface Props {
  /** Key of the import's definition: `defineImport({ type })`. */
  type: string;
  title: string;
  onClose: () => void;
}

/** An import beside the list it fills; `onClose` reloads that list. */
export default function ImportDrawer({ type, title, onClose }: Props) {
  const [form, setForm] = useState<AnswerOf<typeof importForm>>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(importForm, { type }).then(setForm, (error: unknown) => setProblem(messageOf(error)));
  }, [type]);
  return (
    <Drawer open onClose={onClose} title={title} width="xl">
      {problem ? <Alert tone="danger">{problem}</Alert> : form ? <BatchImport form={form} untitled /> : <Spinner label="正在读取导入说明…" />}
    </Drawer>
  );
}
