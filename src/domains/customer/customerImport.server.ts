import { sql } from 'kysely';
import { noPlace, placeIn } from '~/domains/region/place.server';
import type { Me } from '~/portal/me';
import { CUSTOMER_MANAGE } from '~/portal/permissions';
import { beyondScope, type Tx } from '~/server/db.server';
import { columnsOf, overStored } from '~/server/documentFields.server';
import { defineImport, type ImportMode, type Report, reportRepeats } from '~/server/import.server';
import type { ImportUndo, importedRows } from '~/server/importedRows.server';
import { rowImport } from '~/server/rowImport.server';
import { isSealed } from '~/server/secrets.server';
import { idCardProblem, isIdCard } from '~/shared/identifiers';
import { normalizeUscc, usccProblem } from '~/shared/uscc';
import { customerFields } from './customerFields';
import { columns, type Row } from './customerImportColumns.server';
import { areasByName, findArea, levelsOf, membersOf, namesOf } from './customerImportNames.server';
import { reachProblem, seenAmong, shownOwner } from './customerImportReach.server';
import type { Known, Stored } from './customerImportStored';
import { type TitleUndo, titleProblems, undoTitle, writeTitle } from './customerImportTitle.server';
import { nextCode, ownerFor, pinyinOf } from './customerSave.server';
import { joinTags, tagsIn, tagsProblem } from './customerTags';
import { coreOf } from './duplicates.server';
import { idCardColumns, idCardHash } from './idCard.server';
import type { Area } from './salesArea.server';
import * as subjects from './subjects';

interface Plan {
  /** Row number to the customer it updates. */
  known: Map<number, Known>;
  levels: Map<string, string>;
  members: Map<string, string>;
  /** Of the customers found, those the person may see. */
  seen: ReadonlySet<string>;
  /** By name or path without spaces. */
  areas: Map<string, Area>;
}
type Undo = ImportUndo<{ title?: TitleUndo | null }>;

export const customerImport = defineImport<typeof columns, Plan>({
  type: 'customer',
  title: '客户',
  permission: CUSTOMER_MANAGE,
  modes: ['MERGE', 'INSERT'],
  columns,
  notes: ['已有客户按客户编码匹配，没有编码时按客户名称匹配；留空的单元格不改动已有内容。'],
  async validate(tx, me, { rows, mode, report }) {
    reportRepeats(rows, ['code'], report);
    reportRepeats(rows, ['name'], report);
    reportRepeats(rows, ['uscc'], report);
    const found = await beyondScope(tx, me, () => existing(tx, me, rows));
    const seen = await seenAmong(tx, me, found);
    const plan: Plan = {
      known: matched(rows, found, seen, mode, report),
      seen,
      levels: await levelsOf(tx, me),
      members: await membersOf(tx, me),
      areas: await areasByName(tx, me),
    };
    await reportNearNames(tx, me, rows, plan.known, report);
    for (const row of rows) checkRow(me, row, plan, found, report);
    return plan;
  },
  ...rowImport({
    subject: subjects.customer,
    users: '账号、价格或业务单据',
    fields: customerFields,
    known: (plan: Plan, row: Row) => plan.known.get(row.rowNumber),
    values: storedOf,
    nextCode,
    // The identity card is sealed anew each time; its hash tells.
    except: ['id_card'],
    also: { brings: ({ value }) => Boolean(value.title), write: async (tx, me, { value }, { id }) => ({ title: await writeTitle(tx, me, id, value) }) },
    restore,
  }),
});

async function existing(tx: Tx, me: Me, rows: readonly Row[]): Promise<Known[]> {
  const listOf = (key: 'code' | 'name' | 'uscc') => rows.flatMap(({ value }) => (value[key] ? [key === 'uscc' ? normalizeUscc(value[key]) : value[key]] : []));
  const any = (values: string[]) => sql<string>`any(${values}::text[])`;
  return tx
    .selectFrom('customer')
    .select(['id', 'version', ...columnsOf(customerFields), 'pinyin', 'customer_type', 'uscc', 'id_card', 'id_card_hash', 'sales_area_id', 'region_label'])
    .where('tenant_id', '=', me.tenantId)
    .where((or) =>
      or.or([
        or('code', '=', any(listOf('code'))),
        or('name', '=', any(listOf('name'))),
        or('uscc', '=', any(listOf('uscc'))),
        or(
          'id_card_hash',
          '=',
          any(
            listOf('uscc')
              .filter(isIdCard)
              .map((one) => idCardHash(me, one)),
          ),
        ),
      ]),
    )
    .execute();
}

function matched(rows: readonly Row[], found: Known[], seen: ReadonlySet<string>, mode: ImportMode, report: Report<typeof columns>): Map<number, Known> {
  const byCode = new Map(found.map((one) => [one.code, one]));
  const byName = new Map(found.map((one) => [one.name, one]));
  const known = new Map<number, Known>();
  for (const row of rows) {
    const { code: typed, name } = row.value;
    const named = name ? byName.get(name) : undefined;
    const match = typed ? byCode.get(typed) : named;
    if (named && match !== named) report(row, 'name', seen.has(named.id) ? `“${name}”已属于客户${named.code}` : `“${name}”是${shownOwner(seen, named)}`);
    else if (match && !seen.has(match.id)) report(row, typed ? 'code' : 'name', `是${shownOwner(seen, match)}`);
    if (!match || !seen.has(match.id)) continue;
    if (mode === 'INSERT') report(row, typed ? 'code' : 'name', '已存在');
    else known.set(row.rowNumber, match);
  }
  return known;
}

/** A new name that only differs by its ending from one there is needs the person's word: the old code to update, or a new one. */
async function reportNearNames(tx: Tx, me: Me, rows: readonly Row[], known: Plan['known'], report: Report<typeof columns>): Promise<void> {
  const fresh = rows.filter((row) => row.value.name && !row.value.code && !known.has(row.rowNumber));
  if (fresh.length === 0) return;
  const names = await beyondScope(tx, me, () => namesOf(tx, me));
  for (const row of fresh) {
    const duplicate = names.get(coreOf(row.value.name as string));
    if (duplicate && duplicate.name !== row.value.name)
      report(
        row,
        'name',
        me.scope?.customers
          ? `与本企业已有客户“${duplicate.name}”疑似重复：确为新客户请填写新的客户编码`
          : `与已有客户“${duplicate.name}”（${duplicate.code}）疑似重复：更新请填写其客户编码，确为新客户请填写新的客户编码`,
      );
  }
}

const areaOf = (plan: Plan, typed: string): Area | undefined => findArea(plan.areas, typed);
function areaColumnsOf(plan: Plan, typed: string | null, known: Known | undefined): Pick<Stored, 'sales_area_id' | 'region_label'> {
  const area = typed ? areaOf(plan, typed) : undefined;
  return area ? { sales_area_id: area.id, region_label: area.top } : { sales_area_id: known?.sales_area_id ?? null, region_label: known?.region_label ?? '' };
}

const typeOf = (row: Row, known: Known | undefined): number => row.value.type ?? known?.customer_type ?? 2;

function checkRow(me: Me, row: Row, plan: Plan, found: Known[], report: Report<typeof columns>): void {
  const { value } = row;
  const known = plan.known.get(row.rowNumber);
  if (value.uscc) checkNumber(me, row, plan, found, report);
  if (value.level && !plan.levels.has(value.level)) report(row, 'level', `“${value.level}”不存在`);
  if (value.sales && !plan.members.has(value.sales)) report(row, 'sales', `${value.sales}不是本企业在职成员`);
  if (value.area && !areaOf(plan, value.area)) report(row, 'area', `“${value.area}”不存在`);
  const wrong = value.tags ? tagsProblem(value.tags) : '';
  if (wrong) report(row, 'tags', `：${wrong}`);
  for (const problem of titleProblems(value)) report(row, problem.column, problem.text);
  if (!placeIn(value)) report(row, 'province', noPlace(value));
  else checkReach(me, row, plan, known, report);
}

/** The row may not leave the sight of whoever imports it; the database would refuse the whole file. */
function checkReach(me: Me, row: Row, plan: Plan, known: Known | undefined, report: Report<typeof columns>): void {
  const { value } = row;
  const place = { province: known?.province ?? '', city: known?.city ?? '', district: known?.district ?? '', ...placeIn(value) };
  const ownerId = (value.sales ? plan.members.get(value.sales) : known?.sales_member_id) ?? (known ? null : ownerFor(me));
  const problem = reachProblem(me, known, { ownerId, regionLabel: areaColumnsOf(plan, value.area, known).region_label, ...place });
  if (problem) report(row, problem.column, problem.text);
}

function checkNumber(me: Me, row: Row, plan: Plan, found: Known[], report: Report<typeof columns>): void {
  const known = plan.known.get(row.rowNumber);
  const number = normalizeUscc(row.value.uscc as string);
  const personal = typeOf(row, known) === 1;
  const problem = personal ? idCardProblem(number) : usccProblem(number);
  const same = personal ? idCardHash(me, number) : '';
  const owner = found.find((one) => one.id !== known?.id && (personal ? one.id_card_hash === same : one.uscc === number));
  if (problem) report(row, 'uscc', personal ? `（个人客户填身份证号）${problem}` : problem);
  else if (owner) report(row, 'uscc', `已属于${shownOwner(plan.seen, owner)}`);
}

/** The row over what is stored: empty cells keep it. */
function storedOf(me: Me, plan: Plan, row: Row, known: Known | undefined): Stored {
  const { value } = row;
  const type = typeOf(row, known);
  const number = value.uscc ? normalizeUscc(value.uscc) : null;
  const found = { levelId: plan.levels.get(value.level ?? ''), salesMemberId: plan.members.get(value.sales ?? '') ?? (known ? undefined : ownerFor(me)) };
  const plain = overStored(customerFields, { ...value, ...placeIn(value), ...found }, known);
  return {
    ...plain,
    tags: joinTags(tagsIn(plain.tags)),
    pinyin: pinyinOf(plain.name),
    customer_type: type,
    uscc: type === 2 ? (number ?? known?.uscc ?? null) : null,
    ...idCardOf(me, type === 1, number, known),
    ...areaColumnsOf(plan, value.area, known),
  };
}

const idCardOf = (me: Me, personal: boolean, number: string | null, known: Known | undefined) =>
  personal && !number && known ? { id_card: known.id_card, id_card_hash: known.id_card_hash } : idCardColumns(me, personal ? number : null);

/** Batches of before the sealing hold the number itself. */
async function restore(tx: Tx, me: Me, one: Undo['updated'][number], rows: ReturnType<typeof importedRows>): Promise<void> {
  const card = one.was['id_card'];
  await rows.restore(tx, me, typeof card === 'string' && !isSealed(card) ? { ...one, was: { ...one.was, ...idCardColumns(me, card) } } : one);
  await undoTitle(tx, me, one.title);
}
