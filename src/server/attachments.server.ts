import { type SqlBool, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Subject } from '~/portal/subject';
import { FILED_KIND } from '~/shared/identifiers';
import { NO_PERMISSION, NO_PERMISSION_MESSAGE, notFound, Refusal, refuse } from '~/shared/refusal';
import { audit } from './audit.server';
import type { Tx } from './db.server';
import { newId } from './ids.server';

/** What files can be attached to: one definition a document type, made where its domain registers its calls. */
export type AttachmentSubject = Attached & (Logged | Unlogged);
interface Logged {
  /** The log tells of it who added and removed what. */
  subject: Subject;
}
interface Unlogged {
  type: string;
  /** Files come with a step that is told elsewhere. */
  edit: readonly [];
}
/** What files are kept under: a kind of record, or where no log tells of it its definition. */
type Filed = Subject | Unlogged;
interface Attached {
  /** What people call it: 订单, 客户. */
  title: string;
  /** A factory member holding any of these sees the files, or adds and removes them. */
  see: readonly string[];
  edit: readonly string[];
  /** What the dealers of the subject's customer may do with its files. */
  dealer: 'none' | 'see' | 'edit';
  most?: number;
  /** The subject as this person sees it, null when it is missing or not theirs to see. */
  find(tx: Tx, me: Me, id: string): Promise<{ no: string; customerId: string | null } | null>;
}

/** A table whose rows keep file keys in a column of their own; a factory member holding any of `see` opens those of rows they see. */
export interface FileColumn {
  table: string;
  column: string;
  see: readonly string[];
}

const shared = globalThis as { portalAttachments?: Map<string, AttachmentSubject>; portalFileColumns?: Map<string, FileColumn> };
shared.portalAttachments ??= new Map();
shared.portalFileColumns ??= new Map();
const subjects = shared.portalAttachments;
const columns = shared.portalFileColumns;

export const defineFileColumn = (one: FileColumn): void => void columns.set(`${one.table}.${one.column}`, one);

export function defineAttachments<const A extends AttachmentSubject>(subject: A): A {
  const { type } = filedAs(subject);
  if (!FILED_KIND.test(type)) throw new Error(`calls cannot name attachments of ${type}`);
  subjects.set(type, subject);
  return subject;
}

const filedAs = (of: AttachmentSubject): Filed => ('subject' in of ? of.subject : of);
export const attachmentSubject = (type: string): AttachmentSubject => subjects.get(type) ?? notFound('该附件');

const loggedAs = (of: AttachmentSubject): Subject => ('subject' in of ? of.subject : notFound('该附件'));
const isDealer = (me: Me): boolean => me.customerId !== null;
const holdsAny = (me: Me, codes: readonly string[]): boolean => me.memberId !== null && codes.some((code) => me.permissions.has(code));
const maySee = (me: Me, subject: AttachmentSubject): boolean => (isDealer(me) ? subject.dealer !== 'none' : holdsAny(me, [...subject.see, ...subject.edit]));
export const mayEdit = (me: Me, subject: AttachmentSubject): boolean => (isDealer(me) ? subject.dealer === 'edit' : holdsAny(me, subject.edit));

async function subjectFor(tx: Tx, me: Me, type: string, id: string, edits: boolean) {
  const subject = attachmentSubject(type);
  if (!(edits ? mayEdit(me, subject) : maySee(me, subject))) throw new Refusal(NO_PERMISSION, NO_PERMISSION_MESSAGE, { reason: 'NO_PERMISSION' });
  const found = await subject.find(tx, me, id);
  return found ? { subject, ...found } : notFound(`该${subject.title}`);
}

/** The files of a subject in their order. The caller has shown that the person may see the subject. */
export function attachmentsOf(tx: Tx, me: Pick<Me, 'tenantId'>, { type }: Filed, id: string) {
  return tx
    .selectFrom('attachment')
    .innerJoin('stored_file', (on) => on.onRef('stored_file.tenant_id', '=', 'attachment.tenant_id').onRef('stored_file.key', '=', 'attachment.file_key'))
    .select(['attachment.id', 'stored_file.key', 'stored_file.name', 'stored_file.mime', 'attachment.added_by_name as addedBy'])
    .select(['attachment.created_at as addedAt', (eb) => eb.cast<number>('stored_file.size', 'integer').as('size')])
    .where('attachment.tenant_id', '=', me.tenantId)
    .where('attachment.subject_type', '=', type)
    .where('attachment.subject_id', '=', id)
    .orderBy('attachment.sort')
    .orderBy('attachment.id')
    .execute();
}

export async function listAttachments(tx: Tx, me: Me, input: { type: string; id: string }) {
  const { subject } = await subjectFor(tx, me, input.type, input.id, false);
  return { attachments: await attachmentsOf(tx, me, filedAs(subject), input.id), mayEdit: mayEdit(me, subject) };
}

/**
 * Makes `files` the files of a document being saved; the caller has checked that the person may save it.
 * New ones must be files this person may open, so nobody attaches, and by that publishes, somebody else's.
 */
export async function setAttachments(
  tx: Tx,
  me: Me,
  at: { subject: Filed; id: string; customerId: string | null },
  files: readonly { key: string }[],
): Promise<void> {
  const { type } = at.subject;
  const { dealer, title, most = 20 } = attachmentSubject(type);
  const customerId = dealer === 'none' ? null : at.customerId;
  const keys = [...new Set(files.map((one) => one.key))];
  if (keys.length > most) refuse('FILE_REFUSED', `${title}的附件最多${most}个，现有${keys.length}个`);
  const before = (await attachmentsOf(tx, me, at.subject, at.id)).map((one) => one.key);
  const gone = before.filter((key) => !keys.includes(key));
  if (gone.length > 0)
    await tx
      .deleteFrom('attachment')
      .where('tenant_id', '=', me.tenantId)
      .where('subject_type', '=', type)
      .where('subject_id', '=', at.id)
      .where('file_key', 'in', gone)
      .execute();
  // A draft may go to another customer: its files go along.
  await tx
    .updateTable('attachment')
    .set({ customer_id: customerId })
    .where('tenant_id', '=', me.tenantId)
    .where('subject_type', '=', type)
    .where('subject_id', '=', at.id)
    .where('customer_id', 'is distinct from', customerId)
    .execute();
  const fresh = keys.filter((key) => !before.includes(key));
  for (const key of fresh) if (!(await mayOpenFile(tx, me, key))) notFound('该文件');
  if (fresh.length === 0) return;
  await tx
    .insertInto('attachment')
    .values(
      fresh.map((key) => ({
        tenant_id: me.tenantId,
        id: newId(),
        subject_type: type,
        subject_id: at.id,
        file_key: key,
        customer_id: customerId,
        sort: keys.indexOf(key),
        added_by: me.accountId,
        added_by_name: me.name,
      })),
    )
    .execute();
}

export async function addAttachment(tx: Tx, me: Me, input: { type: string; id: string; fileKey: string }): Promise<Record<string, never>> {
  const { subject, no, customerId } = await subjectFor(tx, me, input.type, input.id, true);
  const of = filedAs(subject);
  const now = await attachmentsOf(tx, me, of, input.id);
  await setAttachments(tx, me, { subject: of, id: input.id, customerId }, [...now, { key: input.fileKey }]);
  const added = (await attachmentsOf(tx, me, of, input.id)).find((one) => one.key === input.fileKey);
  await audit(tx, me, { action: '上传附件', subject: loggedAs(subject), id: input.id, no, after: { 附件: added?.name ?? '' } });
  return {};
}

export async function removeAttachment(tx: Tx, me: Me, input: { id: string }): Promise<Record<string, never>> {
  const row = await tx
    .selectFrom('attachment')
    .select(['subject_type', 'subject_id', 'file_key', 'added_by'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  if (!row) return notFound('该附件');
  const { subject, no } = await subjectFor(tx, me, row.subject_type, row.subject_id, true);
  if (isDealer(me) && row.added_by !== me.accountId) refuse('FILE_REFUSED', '只能删除自己上传的附件');
  const file = await tx.selectFrom('stored_file').select('name').where('tenant_id', '=', me.tenantId).where('key', '=', row.file_key).executeTakeFirst();
  await tx.deleteFrom('attachment').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).execute();
  await audit(tx, me, { action: '删除附件', subject: loggedAs(subject), id: row.subject_id, no, before: { 附件: file?.name ?? '' } });
  return {};
}

/**
 * The one rule for opening a file: whoever uploaded it, anyone in the tenant for public ones, else whoever may see a document it is attached
 * to or named in; the colleagues of a dealer who uploaded it may. A file nothing refers to yet is its uploader's alone.
 */
export async function mayOpenFile(tx: Tx, me: Me, key: string): Promise<boolean> {
  const file = await tx
    .selectFrom('stored_file')
    .select(['owner_user', 'customer_id', 'public_in_tenant'])
    .where('tenant_id', '=', me.tenantId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!file) return false;
  if (file.public_in_tenant || file.owner_user === me.accountId) return true;
  const ours = isDealer(me) && file.customer_id === me.customerId;
  // A dealer's transaction sees the attachments of its own customer only, by row-level security.
  const uses = await tx
    .selectFrom('attachment')
    .select(['subject_type', 'subject_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('file_key', '=', key)
    .limit(50)
    .execute();
  if (uses.length === 0) return mayOpenNamed(tx, me, key, ours);
  if (ours) return true;
  for (const use of uses) {
    const subject = subjects.get(use.subject_type);
    if (subject && maySee(me, subject) && (await subject.find(tx, me, use.subject_id))) return true;
  }
  return false;
}

/** Before a row names files in a column: naming publishes them, so files of this tenant must be ones the person may open. */
export async function refuseForeignFiles(tx: Tx, me: Me, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const stored = await tx
    .selectFrom('stored_file')
    .select('key')
    .where('tenant_id', '=', me.tenantId)
    .where('key', 'in', [...keys])
    .execute();
  for (const { key } of stored) if (!(await mayOpenFile(tx, me, key))) notFound('该文件');
}

/** Of a file nothing is attached to: whether the person sees a row that names it. */
async function mayOpenNamed(tx: Tx, me: Me, key: string, ours: boolean): Promise<boolean> {
  for (const { table, column, see } of columns.values()) {
    const names = async () => {
      const { rows } = await sql<{ found: SqlBool }>`select exists (select from ${sql.table(table)}
        where tenant_id = ${me.tenantId} and ${sql.ref(column)} @> array[${key}]::text[]) as found`.execute(tx);
      return Boolean(rows[0]?.found);
    };
    if ((ours || holdsAny(me, see)) && (await names())) return true;
  }
  return false;
}
