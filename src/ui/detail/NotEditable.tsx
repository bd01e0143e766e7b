import { Card } from '../kit/Card';
import { EmptyState } from '../kit/Feedback';

interface Props {
  /** Document, state and what is not possible, in one sentence. */
  title: string;
  note?: string | undefined;
  detailHref: string;
}

/** In place of a form, where the document's state does not let anybody fill it in. */
export const NotEditable = ({ title, note, detailHref }: Props) => (
  <Card>
    <EmptyState title={title} note={note} actions={[{ label: '查看单据', href: detailHref, tone: 'primary' }]} />
  </Card>
);
