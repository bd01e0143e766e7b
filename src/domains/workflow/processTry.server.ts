import type { z } from 'zod';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { refuseField } from '~/shared/refusal';
import { approvalOfKey } from './approvalKind.server';
import { isValueOf } from './condition';
import { type Asking, askedAt, candidatesOf, type Everybody, peopleOfPool } from './flowPeople.server';
import { emptyFlow, type Instance } from './flowStore.server';
import type { FormField, FormValues, ProcessNode } from './process';
import type { TestRun, TestRunAnswer } from './processConfig.schema';
import { mustBeBusiness } from './processForm.server';
import { type PathStep, pathThrough } from './processPath';
import { mustExist } from './processRefs.server';
import { emptyRules, isTask, nodeKinds } from './processTree';
import { modeWords } from './processWords';

type Answer = z.output<typeof TestRunAnswer>;
const MOST_NAMED = 20;

/** The way a document with these values would take, with the people who would be asked; nothing is written. */
export async function testRun(tx: Tx, me: Me, input: z.output<typeof TestRun>, now: Date): Promise<Answer> {
  const { fields } = mustBeBusiness(input.key);
  for (const field of fields) mustSuit(field, input.values);
  await mustExist(tx, me, input.tree, fields);
  const on = await asking(tx, me, input, now);
  const { steps, ends } = pathThrough(input.tree, input.values, fields);
  const answered: Answer['steps'] = [];
  for (const step of steps) answered.push({ ...wordsOf(step), ...(await askedWords(on, step.node)) });
  return { ends: ends ?? '', steps: answered };
}

function mustSuit(field: FormField, values: FormValues): void {
  const given = [values[field.key] ?? []].flat().find((text) => text !== '' && !isValueOf(field, text));
  if (given !== undefined) refuseField(`values.${field.key}`, `样例值“${field.label}”的内容“${given}”不正确`);
}

/** A document that is nobody's customer's, submitted now by the starter. */
async function asking(tx: Tx, me: Me, { key, tree, values, starterId }: z.output<typeof TestRun>, now: Date): Promise<Asking> {
  const approval = approvalOfKey(key);
  if (!approval) throw new Error(`no business runs by ${key}`);
  const starter = starterId ? await starterOf(tx, me, starterId) : { id: me.memberId, accountId: me.accountId, name: actorName(me) };
  const [id, none] = [newId(), newId()];
  const instance: Instance = {
    ...{
      tenant_id: me.tenantId,
      id,
      process_id: none,
      version_id: none,
      key,
      title: approval.title,
      vars: values as never,
      summary: [] as never,
      state: {} as never,
    },
    ...{ subject_type: approval.type, subject_id: id, subject_no: '', subject_name: approval.title, customer_id: null, warehouse_id: null },
    ...{ starter_id: starter.accountId, starter_member_id: starter.id, starter: starter.name, status: 'RUNNING', round: 1, node_seq: 0, at_node: '' },
    ...{ started_at: now, updated_at: now, ended_at: null },
  };
  return { tx, me, approval, flow: emptyFlow(instance, tree), now };
}

async function starterOf(tx: Tx, me: Me, id: string) {
  const member = tx.selectFrom('member').select(['id', 'account_id as accountId', 'name']).where('tenant_id', '=', me.tenantId).where('id', '=', id);
  return (await member.executeTakeFirst()) ?? refuseField('starterId', '发起人不存在或已删除，请重新选择');
}

function wordsOf({ node, within, branch, decided }: PathStep): Omit<Answer['steps'][number], 'people' | 'note'> {
  const taken = branch === null ? '没有可走的分支' : (branch?.name ?? '');
  return {
    nodeId: node.id,
    name: node.name,
    kind: nodeKinds[node.kind],
    within: within.map((one) => one.branch.name).join(' / '),
    branch: node.kind === 'AUTO' ? (decided ? (node.then === 'PASS' ? '自动通过' : '自动驳回') : '条件不满足，继续') : taken,
  };
}

async function askedWords(on: Asking, node: ProcessNode): Promise<Pick<Answer['steps'][number], 'people' | 'note'>> {
  if (node.kind === 'CC') return { people: await peopleIn(on, await candidatesOf(on, node.candidates, node.id, false)), note: '' };
  if (!isTask(node)) return { people: [], note: '' };
  const people = await peopleIn(on, await askedAt(on, node));
  const choosing = node.candidates.some(({ kind }) => kind === 'STARTER_CHOICE') ? '；提交时由发起人选择' : '';
  const customer = node.candidates.some(({ kind }) => kind === 'SALESPERSON') ? '；业务员随单据的客户而定，试运行没有客户' : '';
  const nobody = people.length ? '' : `；审批人为空：${emptyRules[node.onEmpty.kind]}`;
  return { people, note: `${modeWords(node.mode)}${choosing}${customer}${nobody}` };
}

/** By name, whoever of a pool is first among them. */
async function peopleIn(on: Asking, { asked, pools }: Everybody): Promise<{ name: string; why: string }[]> {
  const people = asked.map(({ person, why }) => ({ name: person.name, why }));
  for (const { pool, why, barred } of pools)
    for (const person of await peopleOfPool(on, pool)) if (!barred.includes(person.accountId)) people.push({ name: person.name, why: why || '管理员' });
  const rest = people.length - MOST_NAMED;
  return rest > 0 ? [...people.slice(0, MOST_NAMED), { name: `等${people.length}人`, why: '' }] : people;
}
