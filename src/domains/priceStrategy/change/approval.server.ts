import { changeWay } from '~/domains/price/change/changeWay.server';
import { type Approval, defineApproval, type Opinion } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { PRICE_STRATEGY_AUDIT } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { refuse } from '~/shared/refusal';
import { knownStrategies, strategiesWrittenSince } from '../strategyVersions.server';
import * as subjects from '../subjects';
import { type Change, docs } from './changeDoc.server';
import { type ChangedStrategy, type StrategyChangeKind, strategyChangeKinds, strategyChangePath } from './strategyChange';
import { type Writer, writers } from './writers.server';

type Saved = { id: string };

const way = changeWay<Change>({
  subject: subjects.priceStrategyChange,
  docs,
  approval: () => priceStrategyChangeApproval,
  instead: '请在价格策略中恢复到之前的版本',
});

/** 价格策略变更审批: all strategies of one save, switch, move or file are one task. */
export const priceStrategyChangeApproval: Approval<Change, Opinion, Saved> = defineApproval<Change, Opinion, Saved>({
  type: 'priceStrategyChange',
  key: 'priceStrategyProcess',
  title: '价格策略变更审批',
  form: {
    fields: [
      { key: 'kind', label: '变更方式', type: 'CHOICE', choices: strategyChangeKinds },
      { key: 'lineCount', label: '策略条数', type: 'NUMBER' },
    ],
    values: (_tx, _me, doc) => ({ kind: doc.kind, lineCount: String(doc.line_count) }),
    summary: (doc) => [
      { label: '变更方式', value: strategyChangeKinds[doc.kind as StrategyChangeKind] },
      { label: '价格策略', value: doc.names },
    ],
    route: ({ id }) => href(strategyChangePath, { id }),
  },
  decide: [PRICE_STRATEGY_AUDIT],
  ...way.judged,
  on: { PASS: pass, REJECT: way.reject },
});

export const { decide: decideStrategyChange, withdraw: withdrawStrategyChange, withdrawImported: withdrawImportedStrategies } = way;

/** Asks for the same again: what passes is what whoever passes it has read, or it stays. */
async function pass(tx: Tx, me: Me, doc: Change, { opinion }: Opinion, now: Date): Promise<Saved> {
  const promised = doc.lines as unknown as ChangedStrategy[];
  const known = await knownStrategies(tx, me);
  const from = newId();
  await (writers[doc.kind as StrategyChangeKind] as Writer<unknown, unknown>).write(tx, me, doc.asked, now);
  const written = await strategiesWrittenSince(tx, me, from, known);
  if (JSON.stringify(written.map(whatOf)) !== JSON.stringify(promised.map(whatOf)))
    refuse('BAD_STATE', `${docs.title(doc)}提交之后这些价格策略又被修改，现在生效的结果与提交时不同，请驳回后由提交人重新提交`);
  return way.end(tx, me, doc, 'EFFECTIVE', opinion, now);
}

const whatOf = ({ strategyId, action, changes }: ChangedStrategy) => [strategyId, action, changes.map(({ label, before, after }) => [label, before, after])];
