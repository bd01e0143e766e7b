import { Card } from '../kit/Card';
import { EmptyState } from '../kit/Feedback';

/** The document as sentences name it and its state as people call it; or the whole sentence, where something else stands in the way. */
type Why = { named: string; state: string } | { title: string };
type Props = Why & { note?: string | undefined; detailHref: string };

const sentenceOf = (why: Why): string => ('title' in why ? why.title : `${why.named}当前状态为“${why.state}”，不能编辑`);

/** In place of a form, where the document's state does not let anybody fill it in. */
export const NotEditable = ({ note, detailHref, ...why }: Props) => (
  <Card>
    <EmptyState title={sentenceOf(why)} note={note} actions={[{ label: '查看详情', href: detailHref, tone: 'primary' }]} />
  </Card>
);
